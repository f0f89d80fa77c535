import { PbfReader } from "pbf";
import { OsmFault } from "./osm-fault";
import type { OsmHeader, OsmMember, OsmVisitor, Tags } from "./osm-types";

/** The format counts in nanodegrees. */
const PER_DEGREE = 1e9;
const MEMBER_TYPES = ["node", "way", "relation"] as const;

/** The end of the message or packed field that begins here; one beyond the block's end would be read for ever. */
function endOfField(pbf: PbfReader): number {
  const end = pbf.readVarint() + pbf.pos;
  if (!(end <= pbf.length)) throw new OsmFault("a field is longer than its block");
  return end;
}

function bytes(pbf: PbfReader): Uint8Array {
  const end = endOfField(pbf);
  const part = pbf.buf.subarray(pbf.pos, end);
  pbf.pos = end;
  return part;
}

function fields(pbf: PbfReader, end: number, read: (field: number) => void): void {
  for (let field = pbf.nextField(end); field !== 0; field = pbf.nextField(end)) read(field);
  if (pbf.pos > end) throw new OsmFault("a field is longer than its message");
}

function numbers(pbf: PbfReader, read: () => number, into: number[] = []): number[] {
  // Not packed: one number for itself.
  const end = pbf.type === 2 ? endOfField(pbf) : pbf.pos + 1;
  while (pbf.pos < end) into.push(read());
  return into;
}

const unsigned = (pbf: PbfReader) => numbers(pbf, () => pbf.readVarint());
const signed = (pbf: PbfReader) => numbers(pbf, () => pbf.readSVarint());

/** Each as a difference from the one before it. */
function summed(values: number[]): number[] {
  for (let index = 1; index < values.length; index += 1) values[index]! += values[index - 1]!;
  return values;
}

export interface HeaderBlock extends OsmHeader {
  /** what a reader has to know to read the file */
  features: string[];
}

export function readHeaderBlock(content: Uint8Array): HeaderBlock {
  const pbf = new PbfReader(content);
  const header: HeaderBlock = { bounds: null, timestamp: null, features: [] };
  fields(pbf, pbf.length, (field) => {
    if (field === 1) {
      const sides = { west: 0, east: 0, north: 0, south: 0 };
      fields(pbf, endOfField(pbf), (side) => {
        const name = (["west", "east", "north", "south"] as const)[side - 1];
        if (name !== undefined) sides[name] = pbf.readSVarint() / PER_DEGREE;
      });
      if (sides.west < sides.east && sides.south < sides.north) header.bounds = sides;
    } else if (field === 4) header.features.push(pbf.readString());
    else if (field === 32) {
      const seconds = pbf.readVarint();
      if (seconds > 0 && seconds < 1e11) header.timestamp = new Date(seconds * 1000).toISOString();
    }
  });
  return header;
}

/** Texts of a block, made when they are asked for. */
class Texts {
  private readonly known: (string | undefined)[] = [];
  private readonly packed: Uint8Array[] = [];
  private readonly decoder = new TextDecoder();

  constructor(table: Uint8Array) {
    const pbf = new PbfReader(table);
    fields(pbf, pbf.length, (field) => {
      if (field === 1) this.packed.push(bytes(pbf));
    });
  }

  at(index: number): string {
    const known = this.known[index];
    if (known !== undefined) return known;
    const packed = this.packed[index];
    if (packed === undefined) throw new OsmFault("a text is missing");
    return (this.known[index] = this.decoder.decode(packed));
  }

  tags(keys: readonly number[], values: readonly number[]): Tags | null {
    if (keys.length === 0) return null;
    const tags = Object.create(null) as Record<string, string>;
    for (let index = 0; index < keys.length; index += 1) tags[this.at(keys[index]!)] = this.at(values[index]!);
    return tags;
  }
}

interface Units {
  granularity: number;
  latOffset: number;
  lngOffset: number;
}

/** An element that was read; called when its whole block is known to be sound. */
export type Found = () => void;

/** Fields of a group that hold elements, and what is called for them. */
const WANTED_BY_FIELD = { 1: "node", 2: "node", 3: "way", 4: "relation" } as const;

/**
 * Reads the elements of a block that the visitor asks for. Nothing is visited yet: a visitor's own errors are not the
 * file's.
 */
export function readPrimitiveBlock(content: Uint8Array, visitor: OsmVisitor): Found[] {
  const pbf = new PbfReader(content);
  const units: Units = { granularity: 100, latOffset: 0, lngOffset: 0 };
  const groups: Uint8Array[] = [];
  let table: Uint8Array = new Uint8Array();
  fields(pbf, pbf.length, (field) => {
    if (field === 1) table = bytes(pbf);
    else if (field === 2) groups.push(bytes(pbf));
    else if (field === 17) units.granularity = pbf.readVarint();
    else if (field === 19) units.latOffset = pbf.readVarint(true);
    else if (field === 20) units.lngOffset = pbf.readVarint(true);
  });
  let texts: Texts | null = null;
  const found: Found[] = [];
  for (const group of groups) {
    // A group holds one kind of elements alone, so that its first field tells whether it is wanted.
    const kind = WANTED_BY_FIELD[new PbfReader(group).nextField() as keyof typeof WANTED_BY_FIELD];
    if (kind === undefined || !visitor[kind]) continue;
    const words = (texts ??= new Texts(table));
    const reader = new PbfReader(group);
    fields(reader, reader.length, (field) => {
      if (field < 1 || field > 4) return;
      const end = endOfField(reader);
      if (field === 1) readNode(reader, end, units, words, visitor, found);
      else if (field === 2) readDense(reader, end, units, words, visitor, found);
      else if (field === 3) readWay(reader, end, words, visitor, found);
      else readRelation(reader, end, words, visitor, found);
    });
  }
  return found;
}

const degrees = (value: number, offset: number, { granularity }: Units): number =>
  (offset + granularity * value) / PER_DEGREE;

function readNode(pbf: PbfReader, end: number, units: Units, texts: Texts, visitor: OsmVisitor, found: Found[]) {
  let [id, lat, lng] = [0, 0, 0];
  let keys: number[] = [];
  let values: number[] = [];
  fields(pbf, end, (field) => {
    if (field === 1) id = pbf.readSVarint();
    else if (field === 2) keys = unsigned(pbf);
    else if (field === 3) values = unsigned(pbf);
    else if (field === 8) lat = degrees(pbf.readSVarint(), units.latOffset, units);
    else if (field === 9) lng = degrees(pbf.readSVarint(), units.lngOffset, units);
  });
  const tags = texts.tags(keys, values);
  found.push(() => visitor.node?.(id, lat, lng, tags));
}

function readDense(pbf: PbfReader, end: number, units: Units, texts: Texts, visitor: OsmVisitor, found: Found[]) {
  let ids: number[] = [];
  let lats: number[] = [];
  let lngs: number[] = [];
  let words: number[] = [];
  fields(pbf, end, (field) => {
    if (field === 1) ids = summed(signed(pbf));
    else if (field === 8) lats = summed(signed(pbf));
    else if (field === 9) lngs = summed(signed(pbf));
    else if (field === 10) words = unsigned(pbf);
  });
  if (ids.length !== lats.length || ids.length !== lngs.length) throw new OsmFault("the places of nodes are missing");
  // Key, value, key, value, 0 for each node; nothing at all where no node has tags.
  const tags: (Tags | null)[] = [];
  let at = 0;
  while (at < words.length) {
    const keys: number[] = [];
    const values: number[] = [];
    for (; at < words.length && words[at] !== 0; at += 2) {
      keys.push(words[at]!);
      values.push(words[at + 1]!);
    }
    at += 1;
    tags.push(texts.tags(keys, values));
  }
  found.push(() => {
    const { latOffset, lngOffset } = units;
    for (let index = 0; index < ids.length; index += 1) {
      const lat = degrees(lats[index]!, latOffset, units);
      visitor.node?.(ids[index]!, lat, degrees(lngs[index]!, lngOffset, units), tags[index] ?? null);
    }
  });
}

function readWay(pbf: PbfReader, end: number, texts: Texts, visitor: OsmVisitor, found: Found[]) {
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let refs: number[] = [];
  fields(pbf, end, (field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 2) keys = unsigned(pbf);
    else if (field === 3) values = unsigned(pbf);
    else if (field === 8) refs = summed(signed(pbf));
  });
  const tags = texts.tags(keys, values);
  found.push(() => visitor.way?.(id, refs, tags));
}

function readRelation(pbf: PbfReader, end: number, texts: Texts, visitor: OsmVisitor, found: Found[]) {
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let roles: number[] = [];
  let refs: number[] = [];
  let types: number[] = [];
  fields(pbf, end, (field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 2) keys = unsigned(pbf);
    else if (field === 3) values = unsigned(pbf);
    else if (field === 8) roles = unsigned(pbf);
    else if (field === 9) refs = summed(signed(pbf));
    else if (field === 10) types = unsigned(pbf);
  });
  const members: OsmMember[] = refs.map((ref, index) => {
    const type = MEMBER_TYPES[types[index]!];
    if (type === undefined) throw new OsmFault("a member is of an unknown kind");
    return { type, ref, role: texts.at(roles[index]!) };
  });
  const tags = texts.tags(keys, values);
  found.push(() => visitor.relation?.(id, members, tags));
}
