import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import type { ProofAsked } from "~/domain/access/proof-asked";
import { LinkedAccountsPanel } from "~/features/profile/components/linked-accounts";

const IDENTITY = { id: 7, title: "Acme", email: "ann@acme.example", lastUsedAt: null, mayUnlink: true };

function shown(proof: ProofAsked, address: string): string {
  const profile = {
    user: { timeZone: null },
    linked: { identities: [IDENTITY], providers: [], hasPassword: true, proof },
  };
  const panel = <LinkedAccountsPanel profile={profile} result={null} />;
  const router = createMemoryRouter([{ path: "*", element: panel }], { initialEntries: [address] });
  // Remix's links warn that their effects wait for a browser.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  return renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

describe("unlinking an account elsewhere", () => {
  it("is one button for whoever has just signed in", () => {
    const html = shown("nothing", "/profile");
    expect(html).toContain('value="identity.unlink"');
    expect(html).not.toContain("dialog=unlink-7");
  });

  it("asks later for the password or a code, in a dialog that is an address of its own", () => {
    expect(shown("text", "/profile")).toContain('href="/profile?dialog=unlink-7"');
    expect(shown("text", "/profile")).not.toContain('value="identity.unlink"');
    const html = shown("text", "/profile?dialog=unlink-7");
    expect(html).toContain('name="password"');
    expect(html).toMatch(/name="identity_id" value="7"/);
  });

  it("leads whoever has neither to where a passkey or another sign-in is the proof", () => {
    const html = shown("elsewhere", "/profile?dialog=unlink-7");
    expect(html).not.toContain('name="password"');
    expect(html).toMatch(/href="[^"]*\/profile\/security"/);
  });
});
