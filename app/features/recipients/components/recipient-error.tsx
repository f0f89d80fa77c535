import { Reference } from "~/lib/reference";

/** A fault of ours, or of the line to the database. */
export const RecipientError = () => (
  <main className="recipient" id="main">
    <section className="when" data-stage="fault">
      <h1>Something goes wrong. Please try later</h1>
      <p className="lead">Your delivery isn’t affected.</p>
      <Reference />
      <a className="button" href="">
        Try again
      </a>
    </section>
  </main>
);
