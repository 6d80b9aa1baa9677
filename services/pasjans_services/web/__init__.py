"""HTTP as tables: each part lists its operations, and routes and documents are made from them."""
