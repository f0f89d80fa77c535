/** Values that nobody should send, as JSON texts: some can't be said by a value of the language. */
import type { Random } from "../../../helpers/random";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  maxLength?: number;
  maximum?: number;
  minimum?: number;
  maxItems?: number;
  pattern?: string;
}

const text = (value: string): string => JSON.stringify(value);
/** Nearly what a payload may have at most. */
const NESTED = 60_000;

const NUMBERS = [
  ...["-1", "0", "-0", "0.5", "1e-7", "2147483648", "4294967296", "9007199254740993", "999999999999999"],
  ...["1e15", "1e21", "1e308", "1e400", "-1e400", "00", "0x10", "NaN", "Infinity", "1_000"],
];
const TEXTS = [
  ...[
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udc00x",
    "\u202e\u200b",
    "\u{1f69a}".repeat(40),
    "\r\nSet-Cookie: a=b",
  ],
  ...["' OR 1=1 --", "'; DROP TABLE users; --", '"', "\\", "%_%", "${7*7}", "{{7*7}}", "<script>alert(1)</script>"],
  ...["../../etc/passwd", "null", "undefined", "true", "[object Object]", "__proto__", "constructor", "1e400"],
  ...["2026-02-30", "0000-00-00", "9999-12-31", "2026-11-23T99:99:99Z", "24:00", "25:61", "-08:00", "8:0"],
  ...["a@b", "x@y.example\nBcc: z@z.example", "http://127.0.0.1:1/", "123456789012345678901234567890"],
].map(text);
const LONG = [text("x".repeat(100_000)), text("\u00e4".repeat(256)), text("9".repeat(5_000)), text("a,".repeat(5_001))];
const OTHERS = ["true", "false", "null", "[]", "{}", "[[]]", "[null]", '{"id":1}', '{"__proto__":{"isAdmin":true}}'];
const HUGE = [
  `[${"1,".repeat(10_000)}1]`,
  `[${'{"title":"x"},'.repeat(10_000)}{}]`,
  "[".repeat(NESTED) + "]".repeat(NESTED),
  '{"a":'.repeat(NESTED >> 1) + "1" + "}".repeat(NESTED >> 1),
  `{${Array.from({ length: 10_001 }, (_, at) => `"${at + 1}":{}`).join(",")}}`,
  text(`[${"[".repeat(NESTED)}${"]".repeat(NESTED)}]`),
];

/** The kinds of bad values, each with one of its values. */
export const BAD_VALUES: Readonly<Record<string, (random: Random) => string>> = {
  number: (random) => random.pick(NUMBERS),
  text: (random) => random.pick(TEXTS),
  "long text": (random) => random.pick(LONG),
  "another type": (random) => random.pick(OTHERS),
  huge: (random) => random.pick(HUGE),
};

/** Just beyond what the schema allows, or a value of its type that nobody has seen. */
export function nearValue(schema: Schema, random: Random): string {
  const some = schema.anyOf ?? schema.oneOf;
  if (some !== undefined) return nearValue(random.pick(some), random);
  if (schema.enum !== undefined)
    return random.percent(50) ? text("none of these") : JSON.stringify(random.pick(schema.enum));
  if (schema.const !== undefined) return random.percent(50) ? "2" : JSON.stringify(schema.const);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === "integer" || type === "number") {
    const bounds = [schema.maximum, schema.minimum].flatMap((one) =>
      one === undefined ? [] : [one, one + 1, one - 1],
    );
    return JSON.stringify(random.pick([...bounds, 0, 1, 7, 1.25]));
  }
  if (type === "string") {
    const most = Math.min(schema.maxLength ?? 255, 100_000);
    return text(
      random.pick(["a", "a".repeat(most), "\u00e4".repeat(most), "a".repeat(most + 1), "\u{1f69a}".repeat(most >> 1)]),
    );
  }
  if (type === "array") {
    const one = schema.items === undefined ? "1" : nearValue(schema.items, random);
    return `[${Array.from({ length: random.pick([0, 1, 2, (schema.maxItems ?? 20) + 1]) }, () => one).join(",")}]`;
  }
  if (type === "object") {
    const fields = Object.entries(schema.properties ?? {}).filter(() => random.percent(70));
    return `{${fields.map(([name, one]) => `${text(name)}:${nearValue(one, random)}`).join(",")}}`;
  }
  return random.pick(["1", text("a"), "true", "null", '{"a":1}', "[1]"]);
}
