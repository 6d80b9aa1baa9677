"""Games as lines of text, for pipes and screen readers: no colours, no escape sequences."""
