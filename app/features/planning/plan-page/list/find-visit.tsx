import { useRef, type KeyboardEvent } from "react";
import { TextInput } from "@mantine/core";
import { MAX_TEXT_LENGTH } from "~/domain/constants";
import { Icon } from "~/ui/icons";
import { useSearchHotkey } from "~/ui/table/search-input";
import type { PlanView } from "../use-plan-view";
import { firstHit } from "./plan-rows";

/** Narrows the list while somebody types; Enter opens the first hit, the down arrow goes on into the list. */
export function FindVisit({ view }: { view: PlanView }) {
  const input = useRef<HTMLInputElement>(null);
  useSearchHotkey(input);
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, these keys choose among its words.
    if (event.nativeEvent.isComposing) return;
    const hit = firstHit(view.rows, view.search);
    if (hit === undefined) return;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      view.focusRow(hit.key);
    } else if (event.key === "Enter" && view.search.trim() !== "") {
      if (hit.kind === "visit") view.selectVisit(hit.visit.id);
      else if (hit.kind === "route") view.selectRoute(hit.route.id);
    }
  };
  return (
    <TextInput
      ref={input}
      size="xs"
      type="search"
      placeholder="Search"
      aria-label="Find a visit"
      maxLength={MAX_TEXT_LENGTH}
      leftSection={<Icon name="search" size={14} />}
      value={view.search}
      onChange={(event) => view.setSearch(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
