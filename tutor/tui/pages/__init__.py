"""What each page says, as blocks. Pure: values of the core in, blocks out."""
