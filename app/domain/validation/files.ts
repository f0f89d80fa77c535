/** Uploaded files: size and type by name and MIME type. The content is checked where it is read. */
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_UPLOAD_BYTES } from "../constants";
import type { PixelSize } from "./image-size";

const IMAGE = ["jpg", "jpeg", "gif", "svg", "png", "bmp"];
const DOCUMENT = ["pdf", "doc", "docx", "odt", "rtf", "txt"];
const VIDEO = ["mp4", "mov", "avi", "webm", "mkv", "mpeg"];
const EXCEL = ["xls", "xlsx", "xlsm", "csv", "tsv", "ods"];
const IMPORTED = ["xlsx", "xls", "csv", "tsv", "txt"];
const AUDIO = ["mp3"];
const ALLOWED = new Set([...IMAGE, ...DOCUMENT, ...VIDEO, ...EXCEL, ...AUDIO]);

const extension = (name: string): string =>
  name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";

export const tooLarge = (name: string): string => `The file "${name}" may not be greater than 100 megabytes.`;

export const wrongFormat = (name: string): string => `The file "${name}" has wrong format.`;

/** The first fault of an uploaded file, or null. */
export function fileError(file: { name: string; size: number }): string | null {
  if (file.size > MAX_UPLOAD_BYTES) return tooLarge(file.name);
  if (!ALLOWED.has(extension(file.name))) return wrongFormat(file.name);
  return null;
}

const SAVE_SMALLER = "Save it with fewer pixels and add it again.";

/** What is wrong with a picture's size, or null. Its own limit is below the one of all files. */
export function imageBytesError(file: { name: string; size: number }): string | null {
  if (file.size > MAX_UPLOAD_BYTES) return tooLarge(file.name);
  return file.size > MAX_IMAGE_BYTES
    ? `The picture "${file.name}" is larger than ${MAX_IMAGE_BYTES / 1e6} MB. ${SAVE_SMALLER}`
    : null;
}

/** @param size null: its head could not be read */
export function imagePixelsError(name: string, size: PixelSize | null): string | null {
  if (size === null) return `The picture "${name}" is damaged. Take or save it again.`;
  if (size.width * size.height <= MAX_IMAGE_PIXELS) return null;
  const megapixels = Math.round((size.width * size.height) / 1e6);
  return (
    `The picture "${name}" has ${size.width} × ${size.height} pixels (${megapixels} megapixels), ` +
    `more than the ${MAX_IMAGE_PIXELS / 1e6} megapixels that are taken. ${SAVE_SMALLER}`
  );
}

export const imageError = (name: string): string | null => (IMAGE.includes(extension(name)) ? null : "does not image");
/** The specification names these two messages; no upload takes videos or documents alone. */
export const videoError = (name: string): string | null => (extension(name) === "mp4" ? null : "does not video");
export const documentError = (name: string): string | null =>
  DOCUMENT.includes(extension(name)) ? null : "does not document";

/** What imports read: workbooks, and tables in text files. */
export const isSpreadsheetName = (name: string): boolean => IMPORTED.includes(extension(name));
/** For file pickers. */
export const SPREADSHEET_ENDINGS = IMPORTED.map((ending) => `.${ending}`).join(",");
/** '.xlsx' for everything that is none of ours. */
export const spreadsheetEnding = (name: string): string => (isSpreadsheetName(name) ? `.${extension(name)}` : ".xlsx");
