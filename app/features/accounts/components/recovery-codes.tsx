import { absolute, paths } from "~/paths";

/** The codes that are shown once. Everything here works without a script but copying and the button that prints. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join("\n");
  return (
    <>
      <p>
        Keep these codes where you find them without your phone. Each lets you in once when you don’t have your app or
        passkey. <strong>They are not shown again.</strong>
      </p>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className="choices">
        <a
          className="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <button type="button" className="button" data-copy={text} hidden>
          Copy
        </button>
        <button type="button" className="button" data-print hidden>
          Print
        </button>
      </div>
      <a className="button primary" href={absolute(paths.profileSecurity())}>
        I have kept them
      </a>
    </>
  );
}
