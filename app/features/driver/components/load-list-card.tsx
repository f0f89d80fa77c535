import type { LoadList } from "../route-view";

/** What goes into the vehicle, in the order of loading. */
export function LoadListCard({ load }: { load: LoadList }) {
  if (load.lines.length === 0) return null;
  return (
    <section className="view" id="load" tabIndex={-1}>
      <div className="about">
        <h1>Load list</h1>
        <p>{load.total}</p>
        <p className="soft">In the order of loading: the last stop goes in first.</p>
        <ol className="stops load">
          {load.lines.map(({ id, number, name, code, load: amount, note }) => (
            <li key={id}>
              <label>
                <input type="checkbox" data-loaded={id} />
                <b className="number">{number}</b>
                <span className="place">
                  <b translate="no">{name}</b>
                  {code || note ? <span>{[code, note].filter(Boolean).join(" · ")}</span> : null}
                </span>
                <span className="standing">{amount}</span>
              </label>
            </li>
          ))}
        </ol>
      </div>
      <div className="actions">
        <a className="button" href="#">
          Back
        </a>
      </div>
    </section>
  );
}
