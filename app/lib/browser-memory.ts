/** What this browser remembers of how somebody likes a page; nothing where it lets nobody read or write that. */

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds for as long as the page does.
  }
}
