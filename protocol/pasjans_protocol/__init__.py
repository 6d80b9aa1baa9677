"""The protocol of pasjans: messages, their encodings, and a connection without I/O.

    messages       every message, typed
    codec          messages to frames and back, in MessagePack and in JSON
    nesting        how deep a frame may nest, checked before it is decoded
    connection     the client's and the server's half of a connection, by one table
    follow         a client's copy of a game
    portable       a game as a file that proves itself
    errors         refusal codes and what to do about them
    close_codes    why a connection was closed, and whether to come back
    asyncapi       all of this as an AsyncAPI document

`docs/protocol.md` describes it for authors of clients in any language.
"""
