"""What exports, imports and reports cost as the answer log grows, each in a process of its own."""
