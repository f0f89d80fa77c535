import { Component, type ReactNode, type RefObject } from "react";

interface KeepFocusProps {
  /** the list whose rows may be put elsewhere, or away, by what is drawn next */
  box: RefObject<HTMLElement | null>;
  /** One of its rows had the keyboard and hasn't any more. */
  onLost: () => void;
  children: ReactNode;
}

const isRow = (element: Element | null): boolean => element?.hasAttribute("data-row") === true;

/**
 * A row that is put elsewhere in the document loses the focus silently, whatever moved it: a calculation, an
 * undo, a colleague. A class, because only a class can read the page right before it changes.
 */
export class KeepFocus extends Component<KeepFocusProps> {
  override getSnapshotBeforeUpdate(): boolean {
    const focused = document.activeElement;
    return isRow(focused) && this.props.box.current?.contains(focused) === true;
  }

  override componentDidUpdate(_props: KeepFocusProps, _state: unknown, hadFocus: boolean): void {
    const focused = document.activeElement;
    if (hadFocus && (focused === null || focused === document.body)) this.props.onLost();
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
