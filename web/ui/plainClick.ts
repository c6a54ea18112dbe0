type Click = Readonly<
  Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "preventDefault">
>;

/** Whether a click on a link opens the link in the same tab. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/**
 * Returns the click handler of a link that leads somewhere only without JavaScript or in another
 * tab. A plain click calls `act` instead.
 */
export function insteadOfLink(act: () => void): (event: Click) => void {
  return (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    act();
  };
}
