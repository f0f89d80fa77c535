import { DayTimes } from "~/ui/day-times";
/** The most characters that fit in two lines of the largest type. */
const LONG_HEAD = 36;
/** And in one line of half a phone's width. */
const LONG_FACT = 16;

/** A class for a heading that would fill the screen in the largest type. */
export const sizeOf = (head: string): "long" | undefined => (head.length > LONG_HEAD ? "long" : undefined);

/** Name, value, lateness, what stands before the value; without a value it is omitted. */
type Fact = [string, string, string?, string?];
/** Times change with every report, everything else only when a dispatcher changes it. */
const TIMES: readonly string[] = ["ETA", "Planned", "Begin", "Service begins"];

/** What has to be found, called or read out as it is written. */
const AS_WRITTEN: readonly string[] = ["Order", "For", "Phone", "From", "Back to"];

const comparedAs = (name: string) => (TIMES.includes(name) ? { "data-planned": "" } : { "data-text": "" });

const Value = ({ value, late }: { value: string; late: string | undefined }) => (
  <>
    <DayTimes text={value} />
    {late ? <b className="late"> {late}</b> : null}
  </>
);

/** Two side by side; a long one takes the whole line. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.every(([, value]) => !value)) return null;
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value, late, before = ""]) => (
          <div key={name} className={before.length + value.length > LONG_FACT ? "wide" : undefined}>
            <dt>{name}</dt>
            {before === "" ? (
              <dd {...comparedAs(name)} translate={AS_WRITTEN.includes(name) ? "no" : undefined}>
                <Value value={value} late={late} />
              </dd>
            ) : (
              // That a time has passed is no news of the route: what stands before it isn't compared.
              <dd>
                {before}
                <span {...comparedAs(name)}>
                  <Value value={value} late={late} />
                </span>
              </dd>
            )}
          </div>
        ))}
    </dl>
  );
}
