export const SAMPLE_TITLE = "Sample day";
