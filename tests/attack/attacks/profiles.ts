import { readdirSync } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { archiveOf } from "../../helpers/archives";
import { redPng } from "../../helpers/red-png";
import { createMember, createUser } from "../../factories/company";
import { counted, openOffice, pageOf, withPassword } from "../office";
import { there } from "../people";
import type { Attack, Scene } from "../attack";
import type { Answer, Target } from "../target";

/** A PNG whose head says that it has so many points in a row and in a column. */
function pngSaying(side: number): Buffer {
  const png = redPng();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  return png;
}

const SCRIPT = "<script>alert(document.cookie)</script>";

const BAD_PICTURES: readonly (readonly [name: string, file: string, content: Buffer])[] = [
  ["a PNG of 60,000 × 60,000 points", "bomb.png", pngSaying(60_000)],
  ["a PNG of 2^31 points a row", "bomb.png", pngSaying(0x7fffffff)],
  ["a PNG without points", "none.png", pngSaying(0)],
  ["an SVG with a script", "x.svg", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ["an SVG that calls itself PNG", "x.png", Buffer.from(`<?xml version="1.0"?><svg>${SCRIPT}</svg>`)],
  ["a page that calls itself PNG", "x.png", Buffer.from(`<!doctype html>${SCRIPT}`)],
  ["an archive", "x.png", archiveOf([{ name: "a.png", content: redPng() }])],
  ["nothing", "x.png", Buffer.alloc(0)],
  ["a PNG's first eight bytes", "x.png", redPng().subarray(0, 8)],
  [
    "30 MB behind a PNG's head",
    "x.png",
    Buffer.concat([redPng(), deflateSync(Buffer.alloc(1)), Buffer.alloc(30_000_000)]),
  ],
];

const upload = (
  target: Target,
  address: string,
  file: string,
  content: Buffer,
  headers: Record<string, string>,
): Promise<Answer> =>
  target.request(address, {
    method: "POST",
    headers: { ...headers, "Content-Type": "multipart/form-data; boundary=x" },
    body: Buffer.concat([
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\nprofile.image\r\n' +
          `--x\r\nContent-Disposition: form-data; name="image"; filename="${file}"\r\n` +
          "Content-Type: image/png\r\n\r\n",
      ),
      content,
      Buffer.from("\r\n--x--\r\n"),
    ]),
  });

/** Files of pictures of a user, in the server's folder. */
const filesOf = ({ storage }: Target, userId: number): string[] =>
  readdirSync(path.join(storage.dataDir, "files"), { recursive: true, encoding: "utf8" }).filter(
    (file) => new RegExp(`users/${userId}/.*\\.\\w+$`).test(file) && !file.endsWith(".webp"),
  );

/** Profiles of others, rights that one gives oneself, and pictures that are none. */
export const profiles: Attack = {
  name: "profiles",
  async run(scene) {
    const { target, saw } = scene;
    const office = await openOffice(target);
    const userId = await createUser(target.db, { current_company_id: office.companyId });
    const memberId = await createMember(target.db, office.companyId, { user_id: userId, is_dispatcher: 1 });
    const page = await pageOf(target, office.companyId, await withPassword(target, userId));
    const victim = await openOffice(target);

    const row = async (id: number) => JSON.stringify(there(await target.db("users").where({ id }).first()));
    const before = await row(victim.ownerId);
    const others: string[] = [];
    const id = String(victim.ownerId);
    for (const [intent, fields] of [
      ["user.update", { user_id: id, name: "Eve" }],
      ["user.change_email", { user_id: id, email: "eve@demo.example" }],
      ["user.set_password", { user_id: id, password: "several words are good" }],
      ["user.ban", { user_id: id }],
      ["user.remove", { user_id: id }],
      ["user.verify", { user_id: id }],
      ["identity.unlink", { identity_id: "1" }],
    ] as const)
      for (const address of ["profile", `profile/${id}`]) {
        const { status } = await target.post(address, { intent, ...fields }, page);
        if (status < 400 || status >= 500) others.push(`${status} to ${intent} at ${address}`);
      }
    for (const [call, payload] of [
      ["users/update", { id: victim.ownerId, name: "Eve" }],
      ["users/update-field", { id: victim.ownerId, field: "email", value: "eve@demo.example" }],
      ["users/destroy", { id: victim.ownerId }],
      ["user/save-settings", { id: victim.ownerId, name: "Eve" }],
    ] as const) {
      const { status } = await target.call(call, payload, page);
      if (status < 400 || status >= 500) others.push(`${status} to ${call}`);
    }
    saw("saving another person's profile", "4xx", others[0] ?? "4xx", others.length === 0);
    const isSame = (await row(victim.ownerId)) === before;
    saw("their account", "is as it was", isSame ? "the same" : "changed", isSame);
    const look = await target.request(`profile/image/${victim.ownerId}`, { headers: page });
    saw("their picture", "404", look.status, look.status === 404);

    const own: string[] = [];
    const rights = { is_admin: "1", platform_role: "sudo", status: "active", email_verified_at: "x", company_id: "1" };
    for (const [name, value] of Object.entries(rights)) {
      const form = await target.post("profile", { intent: "profile.update", name: "Eve", [name]: value }, page);
      const call = await target.call("users/update-field", { id: userId, field: name, value }, page);
      // A form's fields that nobody asked for are passed over; what counts is what is stored.
      if (form.status >= 500 || call.status < 400) own.push(`${name}: ${form.status}, ${call.status}`);
    }
    const roles = { intent: "member.update", id: String(memberId), is_admin: "1" };
    const member = await target.post("company/team", roles, page);
    if (member.status < 400) own.push(`member.update: ${member.status}`);
    const mine = there(await target.db("users").where({ id: userId }).first());
    const team = there(await target.db("company_members").where({ id: memberId }).first("is_admin"));
    saw("rights that somebody gives themselves", "are refused", own[0] ?? "refused", own.length === 0);
    const isPlain = mine.platform_role === "none" && mine.is_admin === 0 && team.is_admin === 0;
    saw("their rights then", "are as they were", isPlain ? "the same" : "more", isPlain);

    await pictures(scene, page, userId);
  },
};

async function pictures({ target, short, saw }: Scene, page: Record<string, string>, userId: number): Promise<void> {
  for (const [name, file, content] of BAD_PICTURES)
    for (const address of ["profile", "api/users/upload-image"]) {
      const { status } = await upload(target, address, file, content, page);
      saw(`${name}, to ${address}`, "413 or 422", status, status === 413 || status === 422);
    }
  saw("files that are kept of these", "none", filesOf(target, userId).length, filesOf(target, userId).length === 0);

  const peer = await target.peer();
  const many = await Promise.all(
    Array.from({ length: short ? 6 : 20 }, (_, nth) =>
      upload(nth % 2 === 0 ? target : peer, "profile", "me.png", redPng(), page),
    ),
  );
  const kept = filesOf(target, userId);
  saw(
    "a picture chosen many times at once",
    "one file is kept",
    `${kept.length}; ${counted(many)}`,
    kept.length === 1 && many.every(({ status }) => status < 500),
  );
  const shown = await target.request(`profile/image/${userId}`, { headers: page });
  saw("the picture", "is shown", `${shown.status} ${shown.headers["content-type"]}`, shown.status === 200);
  for (const name of ["../../../etc/passwd", "..\\..\\x.png", "a\u0000.svg", `${"n".repeat(3_000)}.png`]) {
    const { status } = await upload(target, "profile", name, redPng(), page);
    const files = filesOf(target, userId);
    const isPlain = files.length === 1 && /[\w-]+\.png$/.test(files[0] ?? "");
    saw(
      `a file named ${JSON.stringify(name.slice(0, 20))}`,
      "is kept under another name, or refused",
      status,
      status < 500 && isPlain,
    );
  }
}
