"""Static shapes of the image ops. Images are [batch, height, width, channels], and only height and width change."""
