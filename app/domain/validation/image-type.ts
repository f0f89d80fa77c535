/** The type of a picture by its first bytes: the file's name and the sender's type prove nothing. */

export const IMAGE_TYPES = {
  jpg: { contentType: "image/jpeg", shown: true },
  png: { contentType: "image/png", shown: true },
  gif: { contentType: "image/gif", shown: true },
  bmp: { contentType: "image/bmp", shown: true },
  /** may hold scripts: stored and offered as a download, never shown in a page */
  svg: { contentType: "image/svg+xml", shown: false },
} as const;

export type ImageType = keyof typeof IMAGE_TYPES;

/** How many first bytes are read. */
const IMAGE_HEAD_BYTES = 512;

const STARTS: readonly [ImageType, readonly number[]][] = [
  ["jpg", [0xff, 0xd8, 0xff]],
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
  ["bmp", [0x42, 0x4d]],
];

/** Null: no type of picture that is accepted. @param head the file's first bytes */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const known = STARTS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (known !== undefined) return known[0];
  const text = new TextDecoder()
    .decode(head.subarray(0, IMAGE_HEAD_BYTES))
    .replace(/^\uFEFF/, "")
    .trimStart();
  return /^<(?:\?xml|!--|!doctype svg|svg)/i.test(text) && /<svg[\s>]/i.test(text) ? "svg" : null;
}

/** Whether a page may show a stored file. */
export function isShownImage(key: string): boolean {
  const type = storedImageType(key);
  return type !== null && IMAGE_TYPES[type].shown;
}

/** Of a stored file, by the ending that it was stored with. */
export function storedImageType(key: string): ImageType | null {
  const ending = key.slice(key.lastIndexOf(".") + 1);
  return ending in IMAGE_TYPES ? (ending as ImageType) : null;
}
