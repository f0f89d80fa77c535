/** Uploaded files: size and type by name and MIME type. What is inside is checked by whoever reads it. */
import { MAX_UPLOAD_BYTES } from "../constants";

const IMAGE = ["jpg", "jpeg", "gif", "svg", "png", "bmp"];
const DOCUMENT = ["pdf", "doc", "docx", "odt", "rtf", "txt"];
const VIDEO = ["mp4", "mov", "avi", "webm", "mkv", "mpeg"];
const EXCEL = ["xls", "xlsx", "xlsm", "csv", "ods"];
const AUDIO = ["mp3"];
const ALLOWED = new Set([...IMAGE, ...DOCUMENT, ...VIDEO, ...EXCEL, ...AUDIO]);

const extension = (name: string): string => (name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "");

/** The first fault of an uploaded file, or null. */
export function fileError(file: { name: string; size: number }): string | null {
  if (file.size > MAX_UPLOAD_BYTES) return `The file "${file.name}" may not be greater than 100 megabytes.`;
  if (!ALLOWED.has(extension(file.name))) return `The file "${file.name}" has wrong format.`;
  return null;
}

export const imageError = (name: string): string | null => (IMAGE.includes(extension(name)) ? null : "does not image");
export const videoError = (name: string): string | null => (extension(name) === "mp4" ? null : "does not video");
export const documentError = (name: string): string | null => (DOCUMENT.includes(extension(name)) ? null : "does not document");

/** Pickers for imports accept .xlsx and .xls. */
export const isSpreadsheetName = (name: string): boolean => ["xlsx", "xls"].includes(extension(name));
