import { useState } from "react";
import { absolute, paths } from "~/paths";
import { Button } from "./button";
import { toast } from "./feedback/toasts";
import { useMounted } from "./use-mounted";

export interface LinkOf {
  kind: "route" | "visit";
  id: number;
}

/** Asks the server for the public link and copies it (specification, section 7). */
export async function copyPublicLink({ kind, id }: LinkOf): Promise<void> {
  try {
    const response = await fetch(absolute(paths.linkHash(kind, id)), { headers: { Accept: "application/json" } });
    const { data } = (await response.json()) as { data?: { path?: string } | string };
    if (!response.ok || typeof data !== "object" || data.path === undefined)
      return void toast.error(typeof data === "string" ? data : "Please try again.");
    const link = new URL(data.path, location.origin).href;
    toast.link("Link is ready");
    try {
      await navigator.clipboard.writeText(link);
      toast.link("Copied to clipboard");
    } catch {
      // Pages without encryption have no clipboard, and some browsers ask first.
      toast.link("Copy the link by hand", link);
    }
  } catch {
    toast.error("You are offline");
  }
}

/** Needs a script; without one the page of the live route shows the link itself. */
export function CopyLinkButton({ of, kind = "plain" }: { of: LinkOf; kind?: "plain" | "quiet" }) {
  const [isBusy, setBusy] = useState(false);
  const mounted = useMounted();
  if (!mounted) return null;
  const copy = async () => {
    setBusy(true);
    await copyPublicLink(of);
    setBusy(false);
  };
  return (
    <Button kind={kind} icon="copy" disabled={isBusy} onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
