/** Names of downloaded files. */

/** Without what Windows, macOS or a shell refuses or misreads, and not longer than file systems take. */
export function fileName(parts: readonly string[], ending: string): string {
  const name = parts
    .map((part) => part.normalize("NFC").replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ").replace(/\s+/g, " ").trim())
    .filter((part) => part !== "")
    .join(" ")
    .replace(/^[.\s]+/, "")
    .slice(0, 120)
    .replace(/[.\s]+$/, "");
  return `${name || "export"}.${ending}`;
}

/** RFC 6266: a plain name for old programs, the real one in UTF-8 beside it. */
export function contentDisposition(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
