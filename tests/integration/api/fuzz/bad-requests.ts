/** Requests that are wrong in some way, made of what a call takes. */
import { BAD_VALUES, nearValue } from "./values";
import type { Schema } from "./values";
import type { Random } from "../../../helpers/random";

/** One request, ready to be sent. */
export interface BadRequest {
  /** what is wrong with it */
  kind: string;
  method: "GET" | "POST";
  query: string;
  type: string | null;
  body: string | Uint8Array | null;
  /** its Idempotency-Key */
  once: string | null;
}

/** What one operation takes. */
export interface Takes {
  method: "GET" | "POST";
  schema: Schema;
  /** fields of a form with files; none: JSON */
  files: readonly string[];
  /** a payload that is right, as JSON texts by field */
  good: Readonly<Record<string, string>>;
  /** ids of another company, and one that nobody has */
  foreign: readonly number[];
}

type Fields = readonly (readonly [name: string, json: string])[];

const body = (fields: Fields): string =>
  `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;

/** What can be wrong with a payload's fields: each takes the right ones and answers others. */
const FIELD_FAULTS: Readonly<Record<string, (fields: Fields, takes: Takes, random: Random) => Fields>> = {
  ...Object.fromEntries(
    Object.entries(BAD_VALUES).map(([kind, make]) => [
      kind,
      (fields: Fields, takes: Takes, random: Random) => replaced(fields, takes, random, () => make(random)),
    ]),
  ),
  "near the bounds": (fields, takes, random) =>
    replaced(fields, takes, random, (name) => nearValue(takes.schema.properties?.[name] ?? {}, random)),
  "all near the bounds": (_fields, { schema }, random) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      random.percent(60) ? [[name, nearValue(one, random)] as const] : [],
    ),
  "another's id": (fields, { foreign }, random) => {
    const ids = fields.filter(([name]) => /ids?$/i.test(name));
    const [chosen] = ids.length === 0 ? ["id"] : random.pick(ids);
    const id = random.pick(foreign);
    const json = /s$/.test(chosen) ? `[${random.percent(50) ? "1," : ""}${id}]` : String(id);
    return [...fields.filter(([name]) => name !== chosen), [chosen, json]];
  },
  missing: (fields, _takes, random) =>
    fields.filter((one) => one !== (fields.length === 0 ? null : random.pick(fields))),
  "empty payload": () => [],
  unknown: (fields, _takes, random) => [
    ...fields,
    [random.pick(["no_such_field", "__proto__", "constructor", "toString", "", "a".repeat(5_000), "\u0000"]), "1"],
  ],
  "twice the same": (fields, _takes, random) => {
    const [name, json] = fields.length === 0 ? ["id", "1"] : random.pick(fields);
    return [[name, BAD_VALUES.number!(random)], ...fields.filter(([one]) => one !== name), [name, json]];
  },
  "sender's words": (fields, _takes, random) => [
    ...fields,
    random.pick<readonly [string, string]>([
      ["tab", '{"a":1}'],
      ["tab", JSON.stringify("t".repeat(50_000))],
      ["company_id", '"1e3"'],
      ["company_id", "-1"],
      ["company_id", "[1]"],
    ]),
  ],
};

function replaced(fields: Fields, { schema }: Takes, random: Random, make: (name: string) => string): Fields {
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...fields.map(([name]) => name)])];
  if (names.length === 0) return [["id", make("id")]];
  const chosen = random.pick(names);
  return [...fields.filter(([name]) => name !== chosen), [chosen, make(chosen)]];
}

const PART = '--x\r\nContent-Disposition: form-data; name="';

/** What is no payload at all. */
const RAW: readonly (readonly [type: string | null, body: string | Uint8Array])[] = [
  ["application/json", ""],
  ["application/json", "null"],
  ["application/json", "[]"],
  ["application/json", '"text"'],
  ["application/json", "{"],
  ["application/json", '{"a":1}}'],
  ["application/json", "\ufeff{}"],
  ["application/json", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["application/json", `{"a":${"[".repeat(100_000)}`],
  ["application/json; charset=utf-16", "{}"],
  ["application/jsonx", "{}"],
  ["text/plain", "{}"],
  ["application/xml", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"],
  ["application/octet-stream", new Uint8Array(1000)],
  ["multipart/form-data", "no boundary"],
  ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1'],
  ["multipart/form-data; boundary=x", "--x--\r\n"],
  ["multipart/form-data; boundary=x", `${PART}file"; filename="a.xlsx"\r\n\r\nPK\u0003\u0004x\r\n--x--\r\n`],
  ["multipart/form-data; boundary=x", `${PART}image"; filename="a.png"\r\n\r\n\u0089PNG\r\n--x--\r\n`],
  ["application/x-www-form-urlencoded", "%ff%fe=%zz&&&=&a=b=c"],
  ["application/x-www-form-urlencoded", "a=1&".repeat(5_001)],
  [null, "{}"],
];

/** A field as a query or a form says it. */
const asText = (json: string): string => (json.startsWith('"') ? (JSON.parse(json) as string) : json);

/** More than any form may have, and less than a text that can't be written any more. */
const MOST_ENCODED = 6_000_000;

function encoded(fields: Fields): string {
  return fields
    .map(([name, json]) => {
      // A lone surrogate can't be in an address; its place is taken by what a browser sends.
      const clean = (value: string): string => encodeURIComponent(Buffer.from(value.slice(0, MOST_ENCODED)).toString());
      return `${clean(name)}=${clean(asText(json))}`;
    })
    .join("&");
}

const BOUNDARY = "----fuzz";

function multipart(fields: Fields, files: readonly string[], random: Random): string {
  const parts = fields.map(([name, json]) => `name="${name.replace(/["\r\n]/g, "")}"\r\n\r\n${asText(json)}`);
  const content = random.pick([
    "",
    "PK\u0003\u0004",
    "GIF89a",
    "a;b\n1;2\n",
    "\u0000".repeat(2_000),
    "<svg onload=alert(1)>",
  ]);
  const name = random.pick(["a.xlsx", "a.csv", "a.png", "", "../../a.png", "a.php\u0000.png", "x".repeat(5_000)]);
  for (const file of random.percent(80) ? files : ["other"])
    parts.push(`name="${file}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n${content}`);
  const begin = `--${BOUNDARY}\r\nContent-Disposition: form-data; `;
  return `${parts.map((part) => `${begin}${part}\r\n`).join("")}--${BOUNDARY}--\r\n`;
}

const KINDS = Object.keys(FIELD_FAULTS);

/** Keys of idempotency: a good one for some, so that what was read of a payload is hashed and kept. */
const ONCE = ["fuzz", "fuzz", "fuzz", "fuzz", "a b", "x".repeat(300), "\u00e4"];

/** @param nth which case of the operation: all kinds of faults come in turn */
export function badRequest(takes: Takes, nth: number, random: Random): BadRequest {
  const { method, files } = takes;
  const once = method === "POST" && random.percent(40) ? random.pick(ONCE) : null;
  if (method === "POST" && nth % 5 === 4) {
    const [type, raw] = random.pick(RAW);
    return { kind: "no payload", method, query: "", type, body: raw, once };
  }
  const kind = KINDS[(nth * 7 + random.below(2)) % KINDS.length]!;
  let fields = FIELD_FAULTS[kind]!(Object.entries(takes.good), takes, random);
  if (random.percent(25)) fields = FIELD_FAULTS[random.pick(KINDS)]!(fields, takes, random);
  const sent = (query: string, type: string | null, payload: string | null): BadRequest => ({
    kind,
    method,
    query,
    type,
    body: payload,
    once,
  });
  if (method === "GET") return sent(encoded(fields), null, null);
  if (files.length > 0 && random.percent(80))
    return sent("", `multipart/form-data; boundary=${BOUNDARY}`, multipart(fields, files, random));
  if (random.percent(12)) return sent("", "application/x-www-form-urlencoded", encoded(fields));
  return sent("", "application/json", body(fields));
}

/** The request as somebody can send it once more. */
export function asCurl({ method, query, type, body: sent, once }: BadRequest, path: string, who: string): string {
  const data = sent === null ? "" : typeof sent === "string" ? sent : `(bytes) ${Buffer.from(sent).toString("base64")}`;
  const shown =
    data.length > 2_000 ? `${data.slice(0, 1_000)} … ${data.length} characters … ${data.slice(-200)}` : data;
  const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;
  return [
    `curl -X ${method} "$BASE/${path}${query === "" ? "" : `?${query.slice(0, 2_000)}`}" -H "as: ${who}"`,
    ...(type === null ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(once === null ? [] : [`-H ${quoted(`Idempotency-Key: ${once}`)}`]),
    ...(sent === null ? [] : [`--data-binary ${quoted(shown)}`]),
  ].join(" ");
}
