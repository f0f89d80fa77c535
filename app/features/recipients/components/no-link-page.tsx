import { PrivacyFoot } from "~/ui/public-links";
import { absolute, paths } from "~/paths";

/** @param from the page that they came to: signing in leads back there */
export const NoLinkPage = ({ from }: { from: string | null }) => (
  <main className="recipient" id="main">
    <section className="when" data-stage="unknown">
      <h1>Follow a delivery</h1>
      <p className="lead">
        Open the whole link from the message that you got. It ends with a long row of letters and digits, which is
        missing here.
      </p>
      <p className="soft">Do you work for the company that delivers?</p>
      <a className="button" href={absolute(paths.login(from ?? undefined))}>
        Sign in
      </a>
    </section>
    <PrivacyFoot />
  </main>
);
