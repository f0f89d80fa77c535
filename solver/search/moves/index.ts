import type { Neighbours } from "../../model/neighbours";
import type { Random } from "../../random";
import type { Journal } from "../journal";
import type { Plan } from "../plan";
import type { Move } from "./move";
import { Reversal } from "./reversal";
import { StringExchange } from "./string-exchange";
import { TailExchange } from "./tail-exchange";

/** Every move of the annealing; a new one is a file beside this and a line here. They are tried in this order. */
export const MOVES: readonly (new (plan: Plan, near: Neighbours, random: Random, journal: Journal) => Move)[] = [
  TailExchange,
  StringExchange,
  Reversal,
];
