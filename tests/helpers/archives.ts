import { deflateRawSync } from "node:zlib";

export interface ArchiveEntry {
  name: string;
  content: Uint8Array | string;
  /** what the directory and the entry's head say of its size, in place of the truth */
  saysBytes?: number;
  /** protected by a password */
  encrypted?: boolean;
}

/** A zip archive, honest or not. */
export function archiveOf(entries: readonly ArchiveEntry[], saysEntries = entries.length): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, saysBytes, encrypted } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const label = Buffer.from(name);
    // From "version needed" to "length of the extra field": the same in both heads.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted === true ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(saysBytes ?? bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([signature(0x04034b50), common, label, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, tail, label]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(saysEntries, 4);
  end.writeUInt16LE(saysEntries, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, signature(0x06054b50), end]);
}

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const relationship = (type: string, target: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`;

/**
 * The entries of a workbook with one sheet, "Visits". @param sheetXml a whole `<worksheet>`, a `<!DOCTYPE>` before it
 * if wanted
 */
export function workbookEntries(sheetXml: string): ArchiveEntry[] {
  return [
    {
      name: "[Content_Types].xml",
      content:
        `${XML}<Types xmlns="${PACKAGE}/content-types">` +
        `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `${XML}${relationship("officeDocument", "xl/workbook.xml")}`,
    },
    {
      name: "xl/workbook.xml",
      content:
        `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
        '<sheets><sheet name="Visits" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `${XML}${relationship("worksheet", "worksheets/sheet1.xml")}`,
    },
    { name: "xl/worksheets/sheet1.xml", content: `${XML}${sheetXml}` },
  ];
}

/** A sheet with a head and these texts below it. */
export function sheetXml(rows: readonly (readonly string[])[], doctype = ""): string {
  const cells = (row: readonly string[]) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
  const data = rows.map((row) => `<row>${cells(row)}</row>`).join("");
  return `${doctype}<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`;
}
