import { addPerson } from "../people";
import type { Attack } from "../attack";
import type { Answer, Target } from "../target";

const EMAIL = "guessed@demo.example";
const FORM = "application/x-www-form-urlencoded";
/** Tries of one account that are answered with a verdict before it is "later". */
const VERDICTS = 10;
/** Everybody else's requests go on meanwhile. Generous: it tells a frozen server from a busy one. */
const LONGEST_WAIT_MS = 3_000;

const tryPassword = (target: Target, email: string, password: string, cookie = ""): Promise<Answer> =>
  target.request("login", {
    method: "POST",
    headers: { "Content-Type": FORM, Accept: "text/html", ...(cookie ? { Cookie: cookie } : {}) },
    body: new URLSearchParams({ email, password }).toString(),
  });

const isIn = ({ status, headers }: Answer): boolean =>
  status >= 300 && status < 400 && /platform_session=/.test(String(headers["set-cookie"] ?? ""));
const cookiesOf = ({ headers }: Answer): string =>
  (headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
const counts = (answers: readonly Answer[]): string =>
  JSON.stringify(
    answers.reduce<Record<number, number>>((sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }), {}),
  );

/** Guessing passwords, and locking others out by guessing. */
export const signIn: Attack = {
  name: "sign-in",
  async run({ target, short, saw }) {
    const { password } = target.server;
    await addPerson(target, EMAIL, { is_dispatcher: 1 });
    const known = await tryPassword(target, EMAIL, password);
    saw("the right password", "signs in", known.status, isIn(known));

    let answers = [await tryPassword(target, EMAIL, "wrong")];
    await target.keepCounting("sign-in-pair", `127.0.0.1 ${EMAIL}`);
    const wait = await target.longestWaitDuring(async () => {
      const more = Array.from({ length: short ? 59 : 299 }, (_, index) => tryPassword(target, EMAIL, `wrong ${index}`));
      answers = answers.concat(await Promise.all(more));
    });
    const verdicts = answers.filter(({ status }) => status === 401).length;
    const refused = answers.filter(({ status }) => status === 429);
    // On a machine that has much else to do, the database may be too far behind to ask.
    const later = answers.filter(({ status }) => status === 503).length;
    saw(
      `${answers.length} wrong passwords at once`,
      `at most ${VERDICTS} verdicts, 429 for the others`,
      counts(answers),
      verdicts <= VERDICTS && verdicts + refused.length + later === answers.length,
    );
    saw(
      "the refusals",
      "say when to try again",
      refused[0]?.headers["retry-after"],
      refused.every(({ headers }) => Number(headers["retry-after"]) > 0),
    );
    saw(
      "they",
      "say why",
      refused[0]?.text.includes("Too many login attempts."),
      refused.length > 0 && refused.every(({ text }) => text.includes("Too many login attempts.")),
    );
    saw("everybody else meanwhile", `waits less than ${LONGEST_WAIT_MS} ms`, `${wait} ms`, wait < LONGEST_WAIT_MS);

    const stranger = await tryPassword(target, EMAIL, password);
    saw("the account from an unknown browser", "has to wait", stranger.status, stranger.status === 429);
    const owner = await tryPassword(target, EMAIL, password, cookiesOf(known));
    saw("the account from a browser that it is known from", "signs in", owner.status, isIn(owner));
    const other = await target.cookieOf("driver").then(() => "signs in", String);
    saw("another account", "signs in", other, other === "signs in");

    const long = await tryPassword(target, `${"a".repeat(50_000)}@demo.example`, "x");
    saw(
      "a name of 50,000 characters",
      "is refused and not remembered",
      long.status,
      long.status >= 400 && long.status < 500,
    );
  },
};
