/** Reads all rows of a company, table by table and piece by piece, as table-uses says what is told of them. */
import type { Db } from "../client.server";
import { InvitationType } from "~/domain/team/invitation";
import { packedColumns, unpackTexts } from "../packed-texts.server";
import { findMembers } from "../repositories/members.server";
import { fullName, memberPhone } from "~/domain/access/person-name";
import { TABLE_USES } from "./table-uses";
import type { TableName } from "./table-uses";

export type ToldRow = Readonly<Record<string, string | number | null>>;

/** A table as it is told: its columns, and the last of its rows at the time when it was asked. */
export interface ToldTable {
  name: TableName;
  /** of its files */
  title: string;
  columns: readonly string[];
  /** those that name a stored file */
  files: readonly string[];
  last: number;
}

/** Characters of a piece: plans' histories have rows of megabytes, positions of some bytes. */
const AIM = 500_000;
const FIRST = 5;
const MOST = 1000;

const ofCompany = (db: Db, table: TableName, companyId: number) =>
  db(table as string).where(table === "companies" ? "id" : "company_id", companyId);

/** Null: the table is not exported. */
export async function toldTable(db: Db, companyId: number, name: TableName): Promise<ToldTable | null> {
  const { exported, columns, unexported = [], key } = TABLE_USES[name];
  if (exported === null) return null;
  const hidden = new Set([...(columns.secret ?? []), ...(columns.inner ?? []), ...unexported]);
  const known = Object.keys(await db(name as string).columnInfo());
  const row = (await ofCompany(db, name, companyId).max({ last: key }).first()) as { last: number | null } | undefined;
  return {
    name,
    title: exported,
    columns: known.filter((column) => !hidden.has(column)),
    files: columns.file ?? [],
    last: row?.last ?? 0,
  };
}

const lengthOf = (rows: readonly ToldRow[]): number =>
  rows.reduce((sum, row) => sum + Object.values(row).reduce<number>((one, it) => one + String(it).length, 0), 0);

/** Members without a name or a phone of their own have those of their accounts, as on the page of the team. */
async function withAccounts(db: Db, companyId: number, rows: readonly ToldRow[]): Promise<ToldRow[]> {
  const ids = rows.map(({ id }) => Number(id));
  const members = new Map((await findMembers(db, companyId, ids)).map((member) => [member.id, member]));
  return rows.map((row) => {
    const member = members.get(Number(row.id));
    if (member === undefined) return row;
    const { name, surname, user_name, user_surname } = member;
    const names = fullName(member) === "" ? { name: user_name ?? "", surname: user_surname ?? "" } : { name, surname };
    return { ...row, ...names, phone: memberPhone(member) };
  });
}

/** All rows up to the last one, in the order of their keys; those that come meanwhile are left out. */
export async function* toldRows(db: Db, companyId: number, table: ToldTable): AsyncGenerator<ToldRow[]> {
  const { key } = TABLE_USES[table.name];
  let limit = FIRST;
  for (let after = 0; ;) {
    const rows = (await ofCompany(db, table.name, companyId)
      .where(key, ">", after)
      .where(key, "<=", table.last)
      .orderBy(key)
      .limit(limit)
      .select([...table.columns, ...packedColumns(table.name)])) as ToldRow[];
    for (const [nth, row] of rows.entries()) rows[nth] = await unpackTexts(table.name, row);
    if (rows.length > 0) yield table.name === "company_members" ? await withAccounts(db, companyId, rows) : rows;
    if (rows.length < limit) return;
    after = Number(rows.at(-1)![key]);
    const each = lengthOf(rows) / rows.length;
    limit = Math.max(1, Math.min(MOST, Math.round(AIM / Math.max(1, each))));
  }
}

interface MemberImage {
  id: number;
  image: string;
}

/** The pictures that members have in their accounts, as their colleagues see them: not of those who have left. */
export const memberImages = async (db: Db, companyId: number): Promise<MemberImage[]> =>
  (await db("company_members")
    .join("users", "users.id", "company_members.user_id")
    .join("companies", "companies.id", "company_members.company_id")
    .where("company_members.company_id", companyId)
    .where((either) =>
      either
        .whereRaw("companies.user_id = users.id")
        .orWhere((member) =>
          member.where("company_members.status", 1).where("company_members.invitation_type", InvitationType.Accepted),
        ),
    )
    .whereNull("users.deleted_at")
    .whereNotNull("users.image")
    .orderBy("company_members.id")
    .select("company_members.id", "users.image")) as MemberImage[];
