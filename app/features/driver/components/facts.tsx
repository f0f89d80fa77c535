/** The most characters that fit in two lines of the largest type. */
const LONG_HEAD = 36;
/** And in one line of half a phone's width. */
const LONG_FACT = 16;

/** A class for a heading that would fill the screen in the largest type. */
export const sizeOf = (head: string): "long" | undefined => (head.length > LONG_HEAD ? "long" : undefined);

/** Name, value, lateness; empty ones are omitted. */
type Fact = [string, string, string?];
/** Times change with every report, everything else only when a dispatcher changes it. */
const TIMES: readonly string[] = ["ETA", "Begin", "Service begins"];

/** Two side by side; a long one takes the whole line. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.every(([, value]) => !value)) return null;
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value, late]) => (
          <div key={name} className={value.length > LONG_FACT ? "wide" : undefined}>
            <dt>{name}</dt>
            <dd {...(TIMES.includes(name) ? { "data-planned": "" } : { "data-text": "" })}>
              {value}
              {late ? <b className="late"> {late}</b> : null}
            </dd>
          </div>
        ))}
    </dl>
  );
}
