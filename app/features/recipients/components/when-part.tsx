import type { WhenView } from "../visit-view";

/** The first thing on the page, in the largest type; read out when it changes. */
export const WhenPart = ({ when, stage, what }: { when: WhenView; stage: string; what: string }) => (
  <section className="when" data-part="when" data-stage={stage} aria-live="polite">
    <p className="eyebrow">{[what, when.day].filter(Boolean).join(" · ")}</p>
    <h1>{when.title}</h1>
    {when.text === "" ? null : <p className="lead">{when.text}</p>}
    {when.basis === "" ? null : <p className="soft">{when.basis}</p>}
  </section>
);
