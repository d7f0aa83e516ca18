"""Images: files, colours, crops, geometry and resizing."""
