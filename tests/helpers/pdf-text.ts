import { inflateSync } from "node:zlib";

/**
 * The text of a PDF made by pdfkit with embedded fonts, page by page: content streams are inflated, glyph numbers are
 * looked up in each font's ToUnicode table, as a reader does for copying text. It knows no other program's files.
 */
export function pdfText(bytes: Uint8Array): { pages: string[] } {
  const raw = Buffer.from(bytes).toString("latin1");
  const objects = new Map<number, { dictionary: string; stream: string | null }>();
  for (const match of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const body = match[2]!;
    const at = body.indexOf("stream\n");
    const dictionary = at < 0 ? body : body.slice(0, at);
    let stream = at < 0 ? null : body.slice(at + 7, body.lastIndexOf("\nendstream"));
    if (stream !== null && dictionary.includes("FlateDecode"))
      stream = inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    objects.set(Number(match[1]), { dictionary, stream });
  }
  const refer = (text: string, key: string): number => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1]);
  const pages: string[] = [];
  const root = [...objects.values()].find(({ dictionary }) => /\/Type \/Pages\b/.test(dictionary));
  for (const [, page] of (/\/Kids \[([^\]]*)\]/.exec(root?.dictionary ?? "")?.[1] ?? "").matchAll(/(\d+) 0 R/g)) {
    const { dictionary } = objects.get(Number(page))!;
    const resources = objects.get(refer(dictionary, "Resources"))!.dictionary;
    const fonts = new Map<string, Map<number, string>>();
    for (const [, name, id] of (/\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? "").matchAll(/\/(\w+) (\d+) 0 R/g)) {
      fonts.set(name!, letters(objects.get(refer(objects.get(Number(id))!.dictionary, "ToUnicode"))?.stream ?? ""));
    }
    pages.push(shown(objects.get(refer(dictionary, "Contents"))?.stream ?? "", fonts));
  }
  return { pages };
}

/** Glyph number → text, from the table's ranges. */
function letters(table: string): Map<number, string> {
  const found = new Map<number, string>();
  const text = (hex: string): string =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
  for (const [, from, , list] of table.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    [...list!.matchAll(/<([\w ]*)>/g)].forEach(([, hex], index) =>
      found.set(Number.parseInt(from!, 16) + index, text(hex!.replaceAll(" ", ""))),
    );
  }
  return found;
}

/** One line of output for each piece of text that is placed. */
function shown(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let font: ReadonlyMap<number, string> | undefined;
  const lines: string[] = [];
  for (const [, name, pieces] of content.matchAll(/\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name);
    else
      lines.push(
        [...pieces!.matchAll(/<(\w+)>/g)]
          .flatMap(([, hex]) =>
            (hex!.match(/.{4}/g) ?? []).map((glyph) => font?.get(Number.parseInt(glyph, 16)) ?? "?"),
          )
          .join(""),
      );
  }
  return lines.join("\n");
}
