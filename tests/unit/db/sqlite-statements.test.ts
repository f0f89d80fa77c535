import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runStatement, type SqliteConnection } from "~/db/sqlite-statements.server";

let driver: Sqlite.Database;
const run = (sql: string, ...values: unknown[]) => runStatement(driver as unknown as SqliteConnection, sql, values);

beforeEach(() => {
  driver = new Sqlite(":memory:");
  run("create table visits (id integer primary key, name text, lat real, seal blob)");
});
afterEach(() => driver.close());

it("reads rows as the driver reads them, the last of two columns with one name included", () => {
  run("insert into visits (name, lat, seal) values (?, ?, ?)", "Straße 🚚", 47.123456789012, Buffer.from([0, 255]));
  run("insert into visits (name) values (?)", null);
  const sql = "select *, name, id * 2 as id from visits order by visits.id";
  expect(run(sql)).toEqual({ rows: driver.prepare(sql).all() });
  expect(run(sql)).toMatchObject({
    rows: [
      { id: 2, name: "Straße 🚚", lat: 47.123456789012 },
      { id: 4, name: null },
    ],
  });
});

it("answers rows of a statement that stores, and what one without rows has changed", () => {
  expect(run("insert into visits (name) values (?) returning id", "A")).toEqual({ rows: [{ id: 1 }] });
  expect(run("insert into visits (name) values (?)", "B")).toEqual({ lastInsertRowid: 2, changes: 1 });
  expect(run("update visits set name = ?", "C")).toMatchObject({ changes: 2 });
});

it("reads new columns with a statement that was prepared before the table changed", () => {
  run("insert into visits (name) values (?)", "A");
  const sql = "select * from visits";
  expect(run(sql)).toEqual({ rows: [{ id: 1, name: "A", lat: null, seal: null }] });
  run("alter table visits add column note text default 'new'");
  run("alter table visits drop column seal");
  expect(run(sql)).toEqual({ rows: [{ id: 1, name: "A", lat: null, note: "new" }] });
});
