import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { finger, mouse } from "./pointer";
import type { Point, Pointer } from "./pointer";
import type { SizeName } from "./sizes";
import { VisitPanel } from "./visit-panel";
import { named, startsWith } from "./words";

/** A rectangle in shares of the map's width and height, from its upper left corner. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A plan as a dispatcher sees it, at any width: what differs between widths is known here alone. */
export class PlanPage {
  readonly tree: Locator;
  readonly dragCard: Locator;
  readonly selection: Locator;

  constructor(
    readonly page: Page,
    readonly size: SizeName,
  ) {
    this.tree = page.getByRole("treegrid", { name: "Routes and visits" });
    this.dragCard = page.getByTestId("drag-card");
    this.selection = page.getByRole("region", { name: "Selected visits" });
  }

  /** A pointer of this width's kind. */
  pointer(): Promise<Pointer> {
    return this.size === "phone" ? finger(this.page) : Promise.resolve(mouse(this.page));
  }

  /** On small screens list, map and timeline take turns. */
  async show(part: "List" | "Map" | "Timeline"): Promise<void> {
    const tab = this.page.getByRole("group", { name: "What is shown" }).getByRole("button", { name: part });
    if (await tab.isVisible()) await tab.click();
  }

  route(vehicle: string): Locator {
    return this.tree.getByRole("row", { name: named(vehicle), level: 1 });
  }

  visit(name: string): Locator {
    return this.tree.getByRole("row", { name: named(name), level: 2 });
  }

  /** What was unfolded before stays so over a reload, which the page remembers a moment after it is there. */
  async unfold(group: string): Promise<void> {
    await expect(async () => {
      const button = this.tree.getByRole("button", { name: startsWith(`Unfold ${group}`) });
      if (await button.isVisible()) await button.click({ timeout: 2_000 });
      await expect(this.tree.getByRole("button", { name: startsWith(`Fold ${group}`) })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
  }

  async fold(group: string): Promise<void> {
    await this.tree.getByRole("button", { name: startsWith(`Fold ${group}`) }).click();
    await expect(this.tree.getByRole("button", { name: startsWith(`Unfold ${group}`) })).toBeVisible();
  }

  /** The names of the visits that the list shows, in its order. */
  async shown(): Promise<string[]> {
    return this.tree.getByRole("row", { level: 2 }).getByRole("link").allTextContents();
  }

  /** How many visits a route says it has. */
  async stopsOf(vehicle: string): Promise<number> {
    return Number(/(?:\d+\/)?(\d+) visits?/.exec((await this.route(vehicle).textContent()) ?? "")?.[1]);
  }

  /** The badge of a route that breaks rules. */
  warnings(vehicle: string): Locator {
    return this.route(vehicle).getByRole("button", { name: /\d+ warnings?$/ });
  }

  /** The sentences behind the badge. */
  async expectWarnings(vehicle: string, sentences: readonly string[]): Promise<void> {
    await this.warnings(vehicle).click();
    await expect(this.page.getByRole("menuitem")).toHaveText(sentences);
    await this.page.keyboard.press("Escape");
  }

  status(visit: string, word: string): Locator {
    return this.visit(visit).getByRole("img", { name: word, exact: true });
  }

  /** Calculate, Approve; on phones in the bottom bar. */
  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  routeItem(name: string): Locator {
    return this.page.getByRole("menuitem", { name: startsWith(name) });
  }

  async openRouteMenu(vehicle: string): Promise<void> {
    await this.route(vehicle)
      .getByRole("button", { name: `${vehicle}: what can be done` })
      .click();
  }

  async inRouteMenu(vehicle: string, item: string): Promise<void> {
    await this.openRouteMenu(vehicle);
    await this.routeItem(item).click();
  }

  async inPlanMenu(item: string): Promise<void> {
    await this.page.getByRole("button", { name: "More", exact: true }).click();
    await this.page.getByRole("menuitem", { name: startsWith(item) }).click();
  }

  async openImport(): Promise<void> {
    if (this.size === "phone") await this.inPlanMenu("Import");
    else await this.page.getByRole("link", { name: "Import", exact: true }).click();
  }

  /** The question that a dialog asks, answered with the named button. */
  async answer(question: string | RegExp, button: string): Promise<void> {
    const dialog = this.question(question);
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  question(text: string | RegExp): Locator {
    return this.page.getByRole("alertdialog").or(this.page.getByRole("dialog")).filter({ hasText: text });
  }

  /** A visit that is still open; on phones it lies over everything else. */
  async closePanel(): Promise<void> {
    const close = this.page.getByRole("complementary").getByRole("link", { name: "Close" });
    await expect(async () => {
      if (await close.isVisible()) await close.click({ timeout: 2_000 });
      await expect(close).toBeHidden({ timeout: 2_000 });
    }).toPass();
  }

  async openVisit(name: string): Promise<VisitPanel> {
    await this.closePanel();
    await this.show("List");
    await this.visit(name).getByText(name, { exact: true }).click();
    const panel = new VisitPanel(this.page, name);
    await expect(panel.root).toBeVisible();
    return panel;
  }

  async undo(): Promise<void> {
    await this.show("List");
    await this.button("Undo my last change (Z)").click();
  }

  /**
   * Takes a row and holds it over another one, at this share of its height; `pointer.release()` drops it.
   * @param over the row that it is held over
   * @param options `hand`: a mouse or a finger; left out, what this width has
   */
  async hold(
    row: Locator,
    over: Locator,
    { share = 0.75, hand }: { share?: number; hand?: Pointer } = {},
  ): Promise<Pointer> {
    const pointer = hand ?? (await this.pointer());
    // Rows above may just have been unfolded: the row has to stand still, with nothing over it.
    await row.click({ trial: true });
    const from = await middle(row);
    await pointer.press(from);
    // A mouse takes it as soon as it moves, a finger by holding still.
    if (pointer.takesByMoving) await pointer.move({ x: from.x + 6, y: from.y + 6 }, 2);
    await expect(this.dragCard).toBeVisible();
    await moveOver(pointer, over, from.x, share);
    return pointer;
  }

  /** Each message is closed with its own button; it goes by itself, too, perhaps right now. */
  async closeMessages(): Promise<void> {
    const close = this.page.getByRole("button", { name: "Close the message" });
    await expect(async () => {
      if (await close.first().isVisible()) await close.first().click({ timeout: 1_000 });
      await expect(close).toHaveCount(0, { timeout: 100 });
    }).toPass();
  }

  get map(): Locator {
    return this.page.getByRole("application", { name: /^Map of/ });
  }

  /** Draws around a part of the map, with the lasso's button. */
  async lasso(part: Part): Promise<void> {
    await this.show("Map");
    await this.page.getByRole("button", { name: "Draw around visits to select them" }).click();
    const pointer = await this.pointer();
    const box = (await this.map.boundingBox())!;
    const at = (x: number, y: number): Point => ({ x: box.x + box.width * x, y: box.y + box.height * y });
    await pointer.press(at(part.left, part.top));
    await pointer.move(at(part.right, part.top));
    await pointer.move(at(part.right, part.bottom));
    await pointer.move(at(part.left, part.bottom));
    await pointer.move(at(part.left, part.top + 0.01));
    await pointer.release();
    await this.show("List");
  }

  /** Where the map shows a visit: under the name that appears while its row is pointed at. */
  async placeOnMap(visit: string): Promise<Point> {
    await this.visit(visit).hover();
    const tip = this.map.locator(".ol-overlay-container").filter({ hasText: named(visit) });
    await expect(tip).toBeVisible();
    // The map moves it in the next frame.
    await nextFrames(tip);
    const box = (await tip.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height + 18 };
  }

  /** Puts the selected visits on a route, with the effect seen before. */
  async assignSelection(vehicle: string, effect: RegExp): Promise<void> {
    await this.selection.getByRole("button", { name: "Assign to…" }).click();
    const select = this.selection.getByLabel("Route");
    const option = await select.getByRole("option", { name: named(vehicle) }).getAttribute("value");
    await select.selectOption(option);
    await expect(this.selection).toContainText(effect);
    await this.selection.getByRole("button", { name: "Assign", exact: true }).click();
  }
}

/** The list scrolls while something is held near its edge, and its rows move: until the pointer is where the row is. */
async function moveOver(pointer: Pointer, row: Locator, x: number, share: number): Promise<void> {
  await expect(async () => {
    const box = (await row.boundingBox())!;
    const to = { x, y: box.y + box.height * share };
    await pointer.move(to, 8);
    await nextFrames(row);
    expect(await row.evaluate((element, at) => element.contains(document.elementFromPoint(at.x, at.y)), to)).toBe(true);
    expect(await row.boundingBox()).toEqual(box);
  }).toPass();
}

/** Until what an event has changed is drawn. */
export const nextFrames = (locator: Locator): Promise<void> =>
  locator.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Of the part of a row that holds its name: its middle may be a button. */
async function middle(row: Locator): Promise<Point> {
  const box = (await row.boundingBox())!;
  return { x: box.x + Math.min(120, box.width / 3), y: box.y + box.height / 2 };
}
