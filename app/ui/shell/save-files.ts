import { useEffect } from "react";
import { TRY_LATER } from "~/lib/action-result";
import { OFFLINE } from "~/lib/not-answered";
import { toast } from "~/ui/feedback/toasts";

/**
 * Addresses that answer a file to save: '/platform/export/plan/3/xlsx'. The text of a calculation is looked at, not
 * saved.
 */
const FILE = /\/export\/(?:plan|route|calculation)\/\d+\/[a-z]+$/;

const DOWNLOAD_DENIED = "Browser denied file download...";

/** The file's name out of `filename*=UTF-8''…` (RFC 6266), null when the answer names none. */
export function fileNameOf(disposition: string | null): string | null {
  const exact = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (exact !== undefined) {
    try {
      return decodeURIComponent(exact);
    } catch {
      return null;
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? null;
}

/** Gives bytes to the browser as a download. @throws when the browser blocks it */
function handOver(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Fetches a file and saves it; an error is shown as a message, and the page stays as it is. */
export async function saveFile(address: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch {
    toast.error(OFFLINE);
    return;
  }
  // Signed out meanwhile: the browser goes where the server sends it.
  if (response.redirected) return window.location.assign(address);
  if (!response.ok) {
    toast.error(response.status < 500 ? (await response.text()).slice(0, 200) || TRY_LATER : TRY_LATER);
    return;
  }
  try {
    handOver(await response.blob(), fileNameOf(response.headers.get("Content-Disposition")) ?? "export");
  } catch {
    toast.error(DOWNLOAD_DENIED);
  }
}

/**
 * Plain clicks on links to files are saved by `saveFile`; without JavaScript, or with a key held, the browser does it.
 */
export function useSavedFiles(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || link.origin !== window.location.origin || !FILE.test(link.pathname)) return;
      event.preventDefault();
      void saveFile(link.href);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}
