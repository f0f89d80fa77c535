import { pause } from "~/lib/pause";
import { NO_ANSWER } from "../target";
import type { Attack } from "../attack";
import type { Answer } from "../target";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=x" };
const MB = 1_000_000;

function* pieces(text: string, bytes: number): Generator<Buffer> {
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

async function* slowly(pauseMs: number): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.from("a=1&");
    await pause(pauseMs);
  }
}

function* multipartOf(head: string, bytes: number): Generator<Buffer> {
  yield Buffer.from(`--x\r\n${head}`);
  yield* pieces("y", bytes);
  yield Buffer.from("\r\n--x--\r\n");
}

/** Bodies that are too large, too slow, or made to be expensive to read. */
export const bodies: Attack = {
  name: "bodies",
  async run({ target, short, saw }) {
    const refusedAtOnce = ({ status, netMs }: Pick<Answer, "status" | "netMs">) => status === 413 && netMs < 10_000;
    const large = (short ? 20 : 160) * MB;
    const before = target.memoryMb();

    const flood = async (address: string, headers: Record<string, string> = {}) =>
      target.request(address, { method: "POST", headers: { ...FORM, ...headers }, body: pieces("a=1&", large) });
    let answer: Pick<Answer, "status" | "text" | "ms" | "netMs"> = { status: NO_ANSWER, text: "", ms: 0, netMs: 0 };
    const waited = await target.longestWaitDuring(async () => {
      answer = await flood("login", { "Content-Length": String(Math.ceil(large / 65_536) * 65_536) });
    });
    saw(
      `${large / MB} MB of a=1& to the sign-in`,
      "413 with a sentence",
      `${answer.status} "${answer.text}"`,
      refusedAtOnce(answer) && answer.text.includes("too large"),
    );
    saw("everybody else meanwhile", "waits less than 1 s", `${waited} ms`, waited < 1000);
    answer = await flood("login");
    saw("the same without a length", "413, cut at the limit", answer.status, refusedAtOnce(answer));
    answer = await flood("no/such/page");
    saw("the same to no page", "413", answer.status, refusedAtOnce(answer));
    answer = await target.request("login", {
      method: "POST",
      headers: MULTIPART,
      body: multipartOf('Content-Disposition: form-data; name="email"\r\n\r\n', large),
    });
    saw("one multipart field of that size to the sign-in", "413", answer.status, refusedAtOnce(answer));

    const cookie = await target.cookieOf("dispatcher");
    const upload = (head: string) =>
      target.request("import", {
        method: "POST",
        headers: { ...MULTIPART, Cookie: cookie },
        body: multipartOf(head, large),
      });
    answer = await upload('Content-Disposition: form-data; name="plan_id"\r\n\r\n');
    saw("an upload with a text field of that size", "4xx", answer.status, answer.status >= 400 && answer.status < 500);
    answer = await upload("X-Long: ");
    saw("an upload whose head never ends", "4xx", answer.status, answer.status >= 400 && answer.status < 500);
    const parts = '--x\r\nContent-Disposition: form-data; name="plan_id"\r\n\r\n1\r\n';
    answer = await target.request("import", {
      method: "POST",
      headers: { ...MULTIPART, Cookie: cookie },
      body: pieces(parts, large / 4),
    });
    saw(
      "an upload of hundreds of thousands of fields",
      "4xx",
      answer.status,
      answer.status >= 400 && answer.status < 500,
    );

    const fields = (count: number) => Array.from({ length: count }, (_, nth) => `f${nth}=`).join("&");
    answer = await target.post("planning", fields(30_000), { Cookie: cookie });
    saw("30,000 fields within 256 kB", "413", answer.status, answer.status === 413);
    answer = await target.post("planning", `${"n".repeat(5000)}=1`, { Cookie: cookie });
    saw("a name of 5,000 characters", "422", answer.status, answer.status === 422);
    answer = await target.post("planning", { intent: "x".repeat(250_000) }, { Cookie: cookie });
    saw("a value of 250,000 characters", "422", answer.status, answer.status === 422);

    const asked = await Promise.all(
      Array.from({ length: short ? 50 : 400 }, () =>
        target.post("login", { email: "a@b.example", password: "p".repeat(200_000) }),
      ),
    );
    saw(
      `${asked.length} forms of 200 kB at once`,
      "each refused or asked to wait",
      [...new Set(asked.map(({ status }) => status))].join(", "),
      asked.every(({ status }) => status >= 400),
    );

    const after = target.memoryMb();
    const grown = before === null || after === null ? 0 : after - before;
    saw("the server's memory", "grows by less than 500 MB", `by ${grown} MB`, grown < 500);

    if (short) return;
    answer = await target.request("login", { method: "POST", headers: FORM, body: slowly(500), timeoutMs: 60_000 });
    saw("a body of eight bytes a second", "408", answer.status, answer.status === 408);
    answer = await target.request("import", {
      method: "POST",
      headers: { ...MULTIPART, Cookie: cookie },
      body: slowly(45_000),
      timeoutMs: 60_000,
    });
    saw(
      "an upload that stands still",
      "ends within 30 s",
      `${answer.status} after ${Math.round(answer.ms / 1000)} s`,
      answer.ms < 30_000,
    );
    const head = await target.raw("GET /platform/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", 40_000);
    saw("a head that never ends", "408", head, head.includes("408"));
  },
};
