/** Names of downloaded files. */
import { beginning } from "~/lib/shortened";

/** The length that file systems, e-mail programs and people still accept, without the extension. */
const LONGEST = 120;

/**
 * Without characters that Windows, macOS or a shell refuses or misreads, and not too long: the longest parts are cut,
 * so that a date at the end stays.
 */
export function fileName(parts: readonly string[], ending: string): string {
  const clean = parts
    .map((part) =>
      part
        .normalize("NFC")
        .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => part !== "");
  const room = LONGEST - Math.max(0, clean.length - 1);
  const name = clean
    .map((part) => beginning(part, longestPart(clean, room)).trim())
    .join(" ")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  return `${name || "export"}.${ending}`;
}

/** The length to which the longer parts have to be cut so that all of them fit into `room`. */
function longestPart(parts: readonly string[], room: number): number {
  let rest = room;
  const sorted = parts.map((part) => part.length).sort((a, b) => a - b);
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(rest / (sorted.length - index));
    if (length > share) return share;
    rest -= length;
  }
  return room;
}

/** RFC 6266: a plain name for old programs, with the real one in UTF-8. */
export function contentDisposition(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
