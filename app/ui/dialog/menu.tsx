import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Form, Link } from "@remix-run/react";
import { Icon, type IconName } from "~/ui/icons";
import { MAX_TEXT_LENGTH } from "~/domain/constants";
import { PageFields } from "~/ui/form/page-fields";
import { optionsFound } from "~/ui/form/select-option";
import { useMounted } from "~/ui/use-mounted";
import styles from "./menu.module.css";

interface ItemBase {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Why it is not possible now. The item stays visible, disabled, with this reason. */
  disabledReason?: string;
  /** Shown at the right end: "L". */
  shortcut?: string;
  /** A line above this item. */
  divider?: boolean;
  /** What this item and those after it are for, up to the next heading: for menus of more than ten items. */
  heading?: string;
}

/** A place (`to`, a dialog's address too), a POST (`intent`, `values`), or something in the browser (`onClick`). */
export type MenuItem =
  | (ItemBase & { to: string; download?: boolean; reloadDocument?: boolean })
  | (ItemBase & { intent: string; action?: string; values?: Record<string, string | number>; reloadDocument?: boolean })
  | (ItemBase & { onClick: () => void });

interface MenuProps {
  /** What the menu is for; spoken, and the tooltip of an icon button. */
  label: string;
  /** A function is called when the menu opens: for menus that stand in every row of a long list. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** With a function: all that there is in it without JavaScript. */
  plain?: MenuItem | readonly MenuItem[];
  /** Default: three dots. */
  icon?: IconName;
  /** Text or badge instead of the icon. */
  trigger?: ReactNode;
  align?: "start" | "end";
  /** Above the items: who is signed in. */
  header?: ReactNode;
  /** Name of a field above the items that narrows them by their labels; for menus of many items. */
  search?: string;
  /** Looks of the trigger: `icon` (32-px square), `button` (outlined, with an arrow), `bare` (as its content). */
  look?: "icon" | "button" | "bare";
}

/**
 * A menu on the browser's popover: opens and closes without JavaScript too, lies above everything, and is
 * never cut off by what it is in. With JavaScript it is placed at its button, and arrows move in it.
 */
export function Menu({
  label,
  items,
  plain,
  icon = "more",
  trigger,
  align = "end",
  header,
  search,
  look = trigger === undefined ? "icon" : "bare",
}: MenuProps) {
  const id = `m${useId().replace(/\W/g, "")}`;
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState("");
  const isMounted = useMounted();
  const offered = typeof items !== "function" ? items : opened ? items() : [plain ?? []].flat();
  const shown = search === undefined ? offered : optionsFound(offered, query);

  useEffect(() => {
    const box = list.current!;
    const opener = button.current!;
    const onOpen = () => {
      opener.setAttribute("aria-expanded", "true");
      placeAt(opener, box, align);
      // A finger has no use for a field that opens the keyboard on the screen.
      if (opener.dataset.byKey) focusFirst(box);
    };
    const onClose = () => {
      opener.setAttribute("aria-expanded", "false");
      setQuery("");
      setOpened(false);
    };
    // React 18 has no toggle events on elements other than <details>. The items have to be there before the menu is.
    const onBeforeToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") flushSync(() => setOpened(true));
    };
    const onToggle = (event: Event) => ((event as ToggleEvent).newState === "open" ? onOpen() : onClose());
    box.addEventListener("beforetoggle", onBeforeToggle);
    box.addEventListener("toggle", onToggle);
    // Opened by the browser before the page's scripts were there: now it becomes what it would be with them.
    if (isMounted && box.matches(":popover-open")) {
      if (opener.matches(":focus-visible")) opener.dataset.byKey = "1";
      queueMicrotask(() => {
        flushSync(() => setOpened(true));
        onOpen();
      });
    }
    return () => {
      box.removeEventListener("beforetoggle", onBeforeToggle);
      box.removeEventListener("toggle", onToggle);
    };
  }, [align, isMounted]);
  const close = () => list.current?.hidePopover();

  /** Esc ends the menu, and not the panel or dialog that its button stands in. */
  const closeByKey = (event: KeyboardEvent): boolean => {
    if (event.key !== "Escape" || list.current?.matches(":popover-open") !== true) return false;
    event.preventDefault();
    event.stopPropagation();
    close();
    button.current?.focus();
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (closeByKey(event)) return;
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping && event.key === "Enter") {
      event.preventDefault();
      return all[0]?.click();
    }
    if (isTyping && ["Home", "End"].includes(event.key)) return;
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[(to + all.length) % all.length]?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        data-look={look}
        aria-label={trigger === undefined ? label : undefined}
        title={label}
        aria-haspopup="menu"
        aria-expanded="false"
        {...{ popovertarget: id }}
        onKeyDown={(event) => {
          event.currentTarget.dataset.byKey = "1";
          if (closeByKey(event)) return;
          if (event.key === "ArrowDown") {
            event.preventDefault();
            // Opened by a press, it has left the focus here.
            if (list.current?.matches(":popover-open")) focusFirst(list.current);
            else list.current?.showPopover();
          }
        }}
        onPointerDown={(event) => {
          delete event.currentTarget.dataset.byKey;
        }}
      >
        {trigger ?? <Icon name={icon} size={18} />}
        {look === "button" && <Icon name="chevron-down" size={14} />}
      </button>
      <div ref={list} id={id} className={styles.menu} data-align={align} {...{ popover: "auto" }} onKeyDown={onKeyDown}>
        {header !== undefined && <div className={styles.header}>{header}</div>}
        {search !== undefined && isMounted && (
          <input
            type="search"
            className={styles.search}
            aria-label={search}
            placeholder={search}
            maxLength={MAX_TEXT_LENGTH}
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        )}
        <div role="menu" aria-label={label}>
          {groupsOf(shown).map(({ heading, items: own }) => (
            <Group key={own[0]!.id} heading={heading}>
              {own.map((item, index) => (
                <div key={item.id} role="none">
                  {item.divider && <hr className={styles.divider} />}
                  <Entry
                    item={item}
                    isReasonAbove={item.disabledReason === own[index - 1]?.disabledReason}
                    isMounted={isMounted}
                    onDone={close}
                  />
                </div>
              ))}
            </Group>
          ))}
        </div>
        {query !== "" && shown.length === 0 && (
          <p className={styles.none} role="status">
            Nothing matches “{query}”
          </p>
        )}
      </div>
    </>
  );
}

interface ItemGroup {
  heading?: string | undefined;
  items: MenuItem[];
}

function groupsOf(items: readonly MenuItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group === undefined || item.heading !== undefined) groups.push({ heading: item.heading, items: [item] });
    else group.items.push(item);
  }
  return groups;
}

function Group({ heading, children }: { heading?: string | undefined; children: ReactNode }) {
  const id = useId();
  if (heading === undefined) return children;
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <div id={id} role="presentation" className={styles.heading}>
        {heading}
      </div>
      {children}
    </div>
  );
}

const focusFirst = (box: HTMLElement): void =>
  box.querySelector<HTMLElement>("input[type=search], [role=menuitem]")?.focus();

/** Below the button, or above it where there is more room; whole within the window. */
function placeAt(button: HTMLElement, box: HTMLElement, align: "start" | "end") {
  const at = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = align === "end" ? at.right - width : at.left;
  const below = at.bottom + 4 + height <= window.innerHeight || at.top < height;
  box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
  const lowest = Math.max(8, window.innerHeight - height - 8);
  box.style.top = `${below ? Math.min(at.bottom + 4, lowest) : at.top - height - 4}px`;
}

/** Characters; two lines hold about as many, and what is longer is whole in the tooltip. */
const LONG_LABEL = 50;

interface EntryProps {
  item: MenuItem;
  /** Its reason stands at the item above: here it is only read out. */
  isReasonAbove: boolean;
  isMounted: boolean;
  onDone: () => void;
}

function Entry({ item, isReasonAbove, isMounted, onDone }: EntryProps) {
  const content = (
    <>
      <span className={styles.icon}>{item.icon !== undefined && <Icon name={item.icon} size={16} />}</span>
      <span className={styles.text}>
        <span className={styles.label} title={item.label.length > LONG_LABEL ? item.label : undefined}>
          {item.label}
        </span>
        {item.disabledReason !== undefined && (
          <span className={isReasonAbove ? "visually-hidden" : styles.reason}>{item.disabledReason}</span>
        )}
      </span>
      {item.shortcut !== undefined && <kbd className={styles.shortcut}>{item.shortcut}</kbd>}
    </>
  );
  const look = { className: styles.item, role: "menuitem", tabIndex: -1, "data-danger": item.danger || undefined };
  if (item.disabledReason !== undefined)
    return (
      <div {...look} aria-disabled="true" title={isReasonAbove ? item.disabledReason : undefined}>
        {content}
      </div>
    );
  if ("to" in item) {
    return (
      <Link
        {...look}
        to={item.to}
        reloadDocument={item.reloadDocument ?? item.download}
        download={item.download}
        preventScrollReset
        onClick={onDone}
      >
        {content}
      </Link>
    );
  }
  if ("onClick" in item) {
    return (
      <button
        {...look}
        type="button"
        // Pressed before the page's scripts are there, it would do nothing and not say so.
        disabled={!isMounted}
        onClick={() => {
          onDone();
          item.onClick();
        }}
      >
        {content}
      </button>
    );
  }
  return (
    <Form method="post" action={item.action} onSubmit={onDone} preventScrollReset reloadDocument={item.reloadDocument}>
      <PageFields />
      <input type="hidden" name="intent" value={item.intent} />
      {Object.entries(item.values ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <button {...look} type="submit">
        {content}
      </button>
    </Form>
  );
}
