import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** The project's folder. */
export const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["tests/unit", "tests/integration", "tests/e2e", "tests/solver"];
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const TAG_LINE = /^\/\/ @spec((?: (?:PC|AA)-\d+\.\d+)+)$/;
/** Every way to begin a test or a group of tests, also with .each, .skipIf and the like behind it. */
const BEGINNINGS: ReadonlySet<string> = new Set(["it", "test", "describe"]);

/** A test, or a group of tests, that says of itself which rows of the specification it holds. */
export interface TaggedTest {
  /** Path of the file from the project's root, with forward slashes. */
  readonly file: string;
  /** The title as it is written; of a table of tests the pattern of its titles. */
  readonly title: string;
  readonly rows: readonly string[];
}

export interface Scan {
  readonly tests: readonly TaggedTest[];
  /** Tags that no test stands directly under, or that name no row in the agreed form, as file:line. */
  readonly stray: readonly string[];
}

/** Reads the tags of one test file. */
export function scanText(file: string, text: string): Scan {
  const expected = text.split("\n").flatMap((line, index) => (line.includes("@spec ") ? [index + 1] : []));
  if (expected.length === 0) return { tests: [], stray: [] };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, scriptKind(file));
  const tests: TaggedTest[] = [];
  const read = new Set<number>();

  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const title = titleOf(node.expression);
      const tags = title === undefined ? [] : tagsAbove(source, node);
      for (const { line } of tags) read.add(line);
      if (title !== undefined && tags.length > 0) tests.push({ file, title, rows: tags.flatMap(({ rows }) => rows) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { tests, stray: expected.filter((line) => !read.has(line)).map((line) => `${file}:${line}`) };
}

/** Reads the tags of all test files, in the order of their paths. */
export function scanTests(): Scan {
  const scans = FOLDERS.flatMap(testFiles).map((file) => scanText(file, readFileSync(path.join(ROOT, file), "utf8")));
  return { tests: scans.flatMap(({ tests }) => tests), stray: scans.flatMap(({ stray }) => stray) };
}

function testFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => TEST_FILE.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

function scriptKind(file: string): ts.ScriptKind {
  return file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

/** The title of it(...), test.describe(...), it.each(...)(...) and the like; undefined for any other call. */
function titleOf(call: ts.CallExpression): string | undefined {
  let callee: ts.Expression = call.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) callee = callee.expression;
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else return undefined;
  }
  const [title] = call.arguments;
  if (!BEGINNINGS.has(callee.text) || title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined;
}

/** The tags of the comment that ends on the line above; a tag further up belongs to nothing. */
function tagsAbove(source: ts.SourceFile, node: ts.Node): { line: number; rows: string[] }[] {
  const comments = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  let next = lineOf(source, node.getStart());
  const tags: { line: number; rows: string[] }[] = [];
  for (const comment of comments.toReversed()) {
    if (lineOf(source, comment.end) !== next - 1) break;
    next = lineOf(source, comment.pos);
    const rows = TAG_LINE.exec(source.text.slice(comment.pos, comment.end))?.[1];
    if (rows !== undefined) tags.unshift({ line: next, rows: rows.trim().split(" ") });
  }
  return tags;
}

/** Lines count from 1. */
function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
