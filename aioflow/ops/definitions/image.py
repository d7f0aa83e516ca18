"""Declarations of the image ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AdjustContrast(images: T, contrast_factor: float, min_value: float, max_value: float) -> (output: float); T: {uint8, int8, int16, int32, int64, float, double}; deprecated(2, "Use AdjustContrastv2 instead")
AdjustContrastv2(images: T, contrast_factor: float) -> (output: T); T: {half, float} = float
AdjustHue(images: T, delta: float) -> (output: T); T: {half, float} = float
AdjustSaturation(images: T, scale: float) -> (output: T); T: {half, float} = float
CombinedNonMaxSuppression(boxes: float, scores: float, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: float, score_threshold: float) -> (nmsed_boxes: float, nmsed_scores: float, nmsed_classes: float, valid_detections: int32); pad_per_class: bool = false; clip_boxes: bool = true
CropAndResize(image: T, boxes: float, box_ind: int32, crop_size: int32) -> (crops: float); T: {uint8, uint16, int8, int16, int32, int64, half, float, double}; method: string {"bilinear", "nearest"} = "bilinear"; extrapolation_value: float = 0.0
CropAndResizeGradBoxes(grads: float, image: T, boxes: float, box_ind: int32) -> (output: float); T: {uint8, uint16, int8, int16, int32, int64, half, float, double}; method: string {"bilinear"} = "bilinear"
CropAndResizeGradImage(grads: float, boxes: float, box_ind: int32, image_size: int32) -> (output: T); T: {float, half, double}; method: string {"bilinear", "nearest"} = "bilinear"
DecodeAndCropJpeg(contents: string, crop_window: int32) -> (image: uint8); channels: int = 0; ratio: int = 1; fancy_upscaling: bool = true; try_recover_truncated: bool = false; acceptable_fraction: float = 1.0; dct_method: string = ""
DecodeBmp(contents: string) -> (image: uint8); channels: int = 0
DecodeGif(contents: string) -> (image: uint8)
DecodeImage(contents: string) -> (image: dtype); channels: int = 0; dtype: {uint8, uint16, float} = uint8; expand_animations: bool = true
DecodeJpeg(contents: string) -> (image: uint8); channels: int = 0; ratio: int = 1; fancy_upscaling: bool = true; try_recover_truncated: bool = false; acceptable_fraction: float = 1.0; dct_method: string = ""
DecodeJxl(contents: string) -> (image: dtype); channels: int = 0; dtype: {uint8} = uint8
DecodePng(contents: string) -> (image: dtype); channels: int = 0; dtype: {uint8, uint16} = uint8
DecodeWebP(contents: string) -> (image: dtype); channels: int = 0; dtype: {uint8} = uint8
DrawBoundingBoxes(images: T, boxes: float) -> (output: T); T: {float, half} = float
DrawBoundingBoxesV2(images: T, boxes: float, colors: float) -> (output: T); T: {float, half} = float
EncodeJpeg(image: uint8) -> (contents: string); format: string {"", "grayscale", "rgb"} = ""; quality: int = 95; progressive: bool = false; optimize_size: bool = false; chroma_downsampling: bool = true; density_unit: string {"in", "cm"} = "in"; x_density: int = 300; y_density: int = 300; xmp_metadata: string = ""
EncodeJpegVariableQuality(images: uint8, quality: int32) -> (contents: string)
EncodePng(image: T) -> (contents: string); compression: int = -1; T: {uint8, uint16} = uint8
ExtractGlimpse(input: float, size: int32, offsets: float) -> (glimpse: float); centered: bool = true; normalized: bool = true; uniform_noise: bool = true; noise: string = "uniform"
ExtractGlimpseV2(input: float, size: int32, offsets: float) -> (glimpse: float); centered: bool = true; normalized: bool = true; uniform_noise: bool = true; noise: string = "uniform"
ExtractJpegShape(contents: string) -> (image_shape: output_type); output_type: {int32, int64} = int32
GenerateBoundingBoxProposals(scores: float, bbox_deltas: float, image_info: float, anchors: float, nms_threshold: float, pre_nms_topn: int32, min_size: float) -> (rois: float, roi_probabilities: float); post_nms_topn: int = 300
HSVToRGB(images: T) -> (output: T); T: {half, bfloat16, float, double} = float
ImageProjectiveTransformV2(images: dtype, transforms: float, output_shape: int32) -> (transformed_images: dtype); dtype: {uint8, int32, int64, half, bfloat16, float, double}; interpolation: string; fill_mode: string = "CONSTANT"
ImageProjectiveTransformV3(images: dtype, transforms: float, output_shape: int32, fill_value: float) -> (transformed_images: dtype); dtype: {uint8, int32, int64, half, bfloat16, float, double}; interpolation: string; fill_mode: string = "CONSTANT"
NonMaxSuppression(boxes: float, scores: float, max_output_size: int32) -> (selected_indices: int32); iou_threshold: float = 0.5
NonMaxSuppressionV2(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold) -> (selected_indices: int32); T: {half, float} = float; T_threshold: {half, float} = float
NonMaxSuppressionV3(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: T_threshold) -> (selected_indices: int32); T: {half, float} = float; T_threshold: {half, float} = float
NonMaxSuppressionV4(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: T_threshold) -> (selected_indices: int32, valid_outputs: int32); T: {half, float} = float; T_threshold: {half, float} = float; pad_to_max_output_size: bool = false
NonMaxSuppressionV5(boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, soft_nms_sigma: T) -> (selected_indices: int32, selected_scores: T, valid_outputs: int32); T: {half, float} = float; pad_to_max_output_size: bool = false
NonMaxSuppressionWithOverlaps(overlaps: float, scores: float, max_output_size: int32, overlap_threshold: float, score_threshold: float) -> (selected_indices: int32)
RandomCrop(image: T, size: int64) -> (output: T); T: {uint8, int8, int16, int32, int64, float, double}; seed: int = 0; seed2: int = 0; stateful; deprecated(8, "Random crop is now pure Python")
ResizeArea(images: T, size: int32) -> (resized_images: float); T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}; align_corners: bool = false
ResizeBicubic(images: T, size: int32) -> (resized_images: float); T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}; align_corners: bool = false; half_pixel_centers: bool = false
ResizeBicubicGrad(grads: float, original_image: T) -> (output: T); T: {float, double}; align_corners: bool = false; half_pixel_centers: bool = false
ResizeBilinear(images: T, size: int32) -> (resized_images: float); T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double, bfloat16}; align_corners: bool = false; half_pixel_centers: bool = false
ResizeBilinearGrad(grads: float, original_image: T) -> (output: T); T: {float, bfloat16, half, double}; align_corners: bool = false; half_pixel_centers: bool = false
ResizeNearestNeighbor(images: T, size: int32) -> (resized_images: T); T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}; align_corners: bool = false; half_pixel_centers: bool = false
ResizeNearestNeighborGrad(grads: T, size: int32) -> (output: T); T: {uint8, int8, int32, half, float, double, bfloat16}; align_corners: bool = false; half_pixel_centers: bool = false
RGBToHSV(images: T) -> (output: T); T: {half, bfloat16, float, double} = float
SampleDistortedBoundingBox(image_size: T, bounding_boxes: float) -> (begin: T, size: T, bboxes: float); T: {uint8, int8, int16, int32, int64}; seed: int = 0; seed2: int = 0; min_object_covered: float = 0.1; aspect_ratio_range: list(float) = [0.75, 1.33]; area_range: list(float) = [0.05, 1.0]; max_attempts: int = 100; use_image_if_no_bounding_boxes: bool = false; stateful
SampleDistortedBoundingBoxV2(image_size: T, bounding_boxes: float, min_object_covered: float) -> (begin: T, size: T, bboxes: float); T: {uint8, int8, int16, int32, int64}; seed: int = 0; seed2: int = 0; aspect_ratio_range: list(float) = [0.75, 1.33]; area_range: list(float) = [0.05, 1.0]; max_attempts: int = 100; use_image_if_no_bounding_boxes: bool = false; stateful
ScaleAndTranslate(images: T, size: int32, scale: float, translation: float) -> (resized_images: float); T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double}; kernel_type: string = "lanczos3"; antialias: bool = true
ScaleAndTranslateGrad(grads: T, original_image: T, scale: float, translation: float) -> (output: T); T: {float}; kernel_type: string = "lanczos3"; antialias: bool = true
StatelessSampleDistortedBoundingBox(image_size: T, bounding_boxes: float, min_object_covered: float, seed: Tseed) -> (begin: T, size: T, bboxes: float); T: {uint8, int8, int16, int32, int64}; Tseed: {int32, int64}; aspect_ratio_range: list(float) = [0.75, 1.33]; area_range: list(float) = [0.05, 1.0]; max_attempts: int = 100; use_image_if_no_bounding_boxes: bool = false
"""
