import type { ReactNode } from "react";
import { PublicPage } from "~/domain/pages/public-page";
import { absolute, BASE_PATH, paths } from "~/paths";
import { PublicLinks } from "~/ui/public-links";
import type { ShownPage } from "../queries/public-page.server";

interface PublicFrameProps {
  page: ShownPage;
  isSignedIn: boolean;
  /** above the page */
  notice?: ReactNode;
}

/** A page for anybody: drawn by the server alone. */
export function PublicFrame({ page, isSignedIn, notice }: PublicFrameProps) {
  return (
    <div className="public">
      <header className="public-head">
        <a className="brand" href={absolute(paths.publicPage(PublicPage.Home))}>
          <img src={`${BASE_PATH}/icon.svg`} alt="" />
          Route planning
        </a>
        <nav className="public-in" aria-label="Account">
          {isSignedIn ? (
            <a href={absolute(paths.home())}>Open the planning</a>
          ) : (
            <>
              <a href={absolute(paths.login())}>Sign in</a>
              <a href={absolute(paths.signUp())}>Sign up</a>
            </>
          )}
        </nav>
      </header>
      <main className="card">
        {notice}
        {page.isSample && (
          <p className="notice" role="note">
            This is a sample. Whoever operates this site has not put in their own name and words yet.
          </p>
        )}
        <h1>{page.title}</h1>
        {/* Made of Markdown by services/markdown, which escapes all of it. */}
        <div className="public-text" dangerouslySetInnerHTML={{ __html: page.html }} />
        {page.page === PublicPage.Home && !isSignedIn && (
          <p className="public-start">
            <a className="button primary" href={absolute(paths.signUp())}>
              Sign up
            </a>
            <a className="button" href={absolute(paths.login())}>
              Sign in
            </a>
          </p>
        )}
      </main>
      <PublicLinks current={page.page} />
    </div>
  );
}
