import type { ReasonCode, StepRef, Suggestion, Unassigned } from "../contract";
import { addedBy } from "./added";
import { changeSentence, kindOf } from "./change-list";
import { cheapestChange } from "./changes";
import type { Change } from "./changes";
import type { Kind } from "./kinds";
import type { Listed, Listing } from "./listing";
import { Placing } from "./placing";
import type { Visit } from "./placing";
import { firstBroken, leastLateness } from "./reason";
import type { Broken } from "./reason";
import type { RouteView } from "./route-view";

type Explained = Pick<Unassigned, "reasons" | "otherVehicles" | "suggestion" | "alternative">;

/** Reasons that no change of the list removes. */
const UNCHANGEABLE: readonly ReasonCode[] = ["locked", "no_way"];

/** What all visits of an answer share. */
interface Fleet {
  readonly kinds: readonly Kind[];
  readonly listing: Listing;
  /** Whether there is time left: asked for every vehicle and walk, because one visit may take a second. */
  readonly mayGoOn: () => boolean;
}

interface FoundChange {
  readonly change: Change;
  readonly view: RouteView;
}

interface Candidate {
  readonly view: RouteView;
  readonly kind: number;
  readonly placing: Placing;
  readonly near: number;
}

/** One unassigned visit. */
export class VisitCase {
  private listed: Listed | null = null;
  private broken: (Broken | null)[] | null = null;
  private best: FoundChange | null = null;
  private alternative: FoundChange | null = null;
  private suggestions: Pick<Unassigned, "suggestion" | "alternative"> = {};
  private readonly skills: readonly number[];

  /** @param settled the vehicle of the pickup, of a delivery whose pickup is on a route */
  constructor(
    private readonly fleet: Fleet,
    private readonly visit: Visit,
    private readonly settled: number | undefined,
  ) {
    this.skills = fleet.kinds[0].view.tasks.list[visit.tasks[0]].skills;
  }

  /**
   * Finds the reasons, and `keeps` those of all kinds for `suggest`, which finds them again otherwise; returns how many
   * there are, 0 when the time ended before.
   */
  find(keeps: boolean): number {
    const broken = this.brokenRules();
    if (broken === null) return 0;
    this.listed = this.fleet.listing.of(broken);
    if (keeps) this.broken = broken;
    return broken.length;
  }

  /** The first broken rule per kind; null when the time ended before all were looked at. */
  private brokenRules(): (Broken | null)[] | null {
    const broken: (Broken | null)[] = [];
    for (const { view } of this.fleet.kinds) {
      const isElsewhere = this.settled !== undefined && view.vehicle.id !== this.settled;
      broken.push(isElsewhere ? { code: "locked" } : firstBroken(view, this.placingOn(view), this.lacking(view)));
      if (!this.fleet.mayGoOn()) return null;
    }
    return broken;
  }

  private placingOn(view: RouteView): Placing {
    return new Placing(view, this.visit, this.fleet.mayGoOn);
  }

  private lacking({ vehicle }: RouteView): number[] {
    return this.skills.filter((skill) => vehicle.skills?.includes(skill) !== true);
  }

  /**
   * Looks for the cheapest change, nearest vehicles first, and measures missed windows, within `share` of work; returns
   * the work done.
   */
  suggest(share: number, alternatives: boolean): number {
    const { mayGoOn } = this.fleet;
    if (this.listed === null) return 0;
    const broken = this.broken ?? this.brokenRules();
    this.broken = null;
    if (broken === null || broken.includes(null)) return 0;
    const candidates = this.candidates(broken);
    let work = 0;
    for (const { view, kind, placing } of candidates) {
      if (work > share && this.best !== null) break;
      const price = this.best?.change.price ?? Infinity;
      const change = cheapestChange(view, placing, this.lacking(view), broken[kind]!, price);
      work += placing.work;
      // what an interrupted search found may be more than needed
      if (!mayGoOn()) break;
      if (change !== null && (this.best === null || change.price < this.best.change.price))
        this.best = { change, view };
    }
    const isPriced = alternatives && this.best !== null && mayGoOn();
    if (isPriced) work += this.findAlternative(candidates, broken, share - work);
    this.suggestions = {
      ...(this.best === null ? {} : { suggestion: suggestionOf(this.best, this.visit, this.fleet, isPriced) }),
      ...(this.alternative === null
        ? {}
        : { alternative: suggestionOf(this.alternative, this.visit, this.fleet, isPriced) }),
    };
    return work + this.measureLateness(candidates, broken, share - work);
  }

  /** Kinds of vehicles that a change may help, the nearest ones first. */
  private candidates(broken: readonly (Broken | null)[]): Candidate[] {
    const found: Candidate[] = [];
    for (const [kind, { view }] of this.fleet.kinds.entries()) {
      if (UNCHANGEABLE.includes(broken[kind]!.code) || this.lacking(view).length > 1) continue;
      if (!this.fleet.mayGoOn()) return [];
      const placing = this.placingOn(view);
      found.push({ view, kind, placing, near: placing.leastCost() });
    }
    return found.sort((a, b) => a.near - b.near || a.kind - b.kind);
  }

  /** The cheapest change of another kind than the best one, on the nearest vehicles that the work left over reaches. */
  private findAlternative(candidates: readonly Candidate[], broken: readonly (Broken | null)[], share: number): number {
    const except = kindOf(this.best!.change.change);
    let work = 0;
    for (const { view, kind } of candidates) {
      if (work > share) break;
      const placing = this.placingOn(view);
      const price = this.alternative?.change.price ?? Infinity;
      const change = cheapestChange(view, placing, this.lacking(view), broken[kind]!, price, except);
      work += placing.work;
      if (!this.fleet.mayGoOn()) break;
      if (change !== null && (this.alternative === null || change.price < this.alternative.change.price))
        this.alternative = { change, view };
    }
    return work;
  }

  /** Says by how much windows are missed, as far as the work left over reaches. */
  private measureLateness(candidates: readonly Candidate[], broken: (Broken | null)[], share: number): number {
    let work = 0;
    let isMeasured = false;
    for (const { view, kind } of candidates) {
      if (broken[kind]!.code !== "time_window") continue;
      if (work > share) break;
      const placing = this.placingOn(view);
      const amount = leastLateness(placing);
      work += placing.work;
      if (!this.fleet.mayGoOn()) break;
      if (amount === undefined) continue;
      broken[kind] = { code: "time_window", amount };
      isMeasured = true;
    }
    if (isMeasured) this.listed = this.fleet.listing.of(broken);
    return work;
  }

  /** Null where the time ended before all vehicles were looked at. */
  explained(): Explained | null {
    return this.listed === null ? null : { ...this.listed, ...this.suggestions };
  }
}

function suggestionOf(
  { view, change: found }: FoundChange,
  visit: Visit,
  { mayGoOn }: Fleet,
  isPriced: boolean,
): Suggestion {
  const { change, amount, index, of } = found;
  const { vehicle, tasks } = view;
  const isBreak = change === "break" || change === "break_earlier";
  const step: StepRef | undefined =
    of === undefined
      ? undefined
      : isBreak
        ? { type: "break", id: vehicle.breaks![of].id }
        : tasks.list[visit.tasks[of]].step;
  const whose = step === undefined ? "" : `${step.type} ${step.id}`;
  const added = isPriced ? addedBy(view, visit, found, mayGoOn) : null;
  return {
    vehicleId: vehicle.id,
    change,
    amount,
    ...(added === null ? {} : { added }),
    ...(index === undefined ? {} : { index }),
    ...(step === undefined ? {} : { step }),
    message: changeSentence(vehicle, change, amount, index, whose),
  };
}
