import type { Page } from "playwright-core";

/**
 * What a person would see as broken: text that is cut off without an ellipsis, a control that is cut
 * off or covered by something else, two texts on one place, a page that scrolls sideways. What can be
 * scrolled to is not cut off.
 */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CONTROLS =
      "a[href], button, input, textarea, select, [role=menuitem], .elabel, .node, .run-node, .badge, h1, h2";
    const SLACK = 1.5;
    const faults: string[] = [];
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const known = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, known);
      return known;
    };
    const nameOf = (element: Element) => {
      const text = (element.textContent || element.getAttribute("aria-label") || "").trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} “${text}”`;
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(".vh, .skip, [data-sonner-toaster], .markers, .react-flow__minimap");
    const ancestorsOf = (element: Element) => {
      const found: Element[] = [];
      for (let up = element.parentElement; up; up = up.parentElement) found.push(up);
      return found;
    };
    /** The window that the element is seen through; null where part of it can be scrolled to. */
    const frameOf = (element: Element): DOMRect | null => {
      let [left, top, right, bottom] = [0, 0, window.innerWidth, window.innerHeight];
      for (const up of ancestorsOf(element)) {
        const { overflowX, overflowY, position } = styleOf(up);
        if (position === "fixed") break;
        if (up === document.body || up === document.documentElement) continue;
        const box = up.getBoundingClientRect();
        if (overflowX === "auto" || overflowX === "scroll" || overflowY === "auto" || overflowY === "scroll")
          return null;
        if (overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      return new DOMRect(left, top, right - left, bottom - top);
    };
    const ownText = (element: Element) =>
      [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());

    if (document.documentElement.scrollWidth > window.innerWidth) faults.push("the page scrolls sideways");

    const shown = [...document.querySelectorAll("body *")].filter(
      (element) => !element.closest("svg, script, style, next-route-announcer") && isShown(element),
    );
    const texts: { element: Element; box: DOMRect }[] = [];
    for (const element of shown) {
      const pieces = ownText(element);
      if (pieces.length === 0) continue;
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = styleOf(element);
      const cutX = overflowX === "hidden" || overflowX === "clip";
      const cutY = overflowY === "hidden" || overflowY === "clip";
      if (cutX && textOverflow !== "ellipsis" && element.scrollWidth > element.clientWidth + SLACK)
        faults.push(`text cut off: ${nameOf(element)}`);
      if (cutY && webkitLineClamp === "none" && element.scrollHeight > element.clientHeight + 4)
        faults.push(`text cut off below: ${nameOf(element)}`);
      const range = document.createRange();
      // What an ellipsis stands for is not seen, though the range reaches over it.
      const own = element.getBoundingClientRect();
      const end = cutX ? own.right : Number.POSITIVE_INFINITY;
      for (const piece of pieces) {
        range.selectNodeContents(piece);
        for (const { left, top, right, height } of range.getClientRects()) {
          const box = new DOMRect(left, top, Math.min(right, end) - left, height);
          if (box.width > 2) texts.push({ element, box });
        }
      }
    }

    const hitAt = (x: number, y: number) => document.elementFromPoint(x, y);
    const isWithin = (x: number, y: number) =>
      x > 0 && y > 0 && x < window.innerWidth && y < window.innerHeight;
    const belongs = (hit: Element | null, element: Element) =>
      hit !== null &&
      (element.contains(hit) || hit.contains(element) || hit.closest("label")?.contains(element));

    for (const element of shown.filter((one) => one.matches(CONTROLS))) {
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const frame = frameOf(element);
      if (frame) {
        const over =
          box.left < frame.left - SLACK ||
          box.top < frame.top - SLACK ||
          box.right > frame.right + SLACK ||
          box.bottom > frame.bottom + SLACK;
        if (over) faults.push(`cut off: ${nameOf(element)}`);
      }
      if (styleOf(element).pointerEvents === "none") continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (!isWithin(x, y)) continue;
      const hit = hitAt(x, y);
      // Behind an open dialog, menu or sheet everything is covered on purpose.
      if (hit?.closest("dialog, [role=dialog], [role=menu], .scrim, .gm, [data-sonner-toaster]")) {
        if (!element.closest("dialog, [role=dialog], [role=menu], .gm")) continue;
      }
      if (hit && !belongs(hit, element) && frame)
        faults.push(`covered: ${nameOf(element)} by ${nameOf(hit)}`);
    }

    const seen = texts.filter(({ element, box }) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return isWithin(x, y) && belongs(hitAt(x, y), element) && hitAt(x, y)?.contains(element);
    });
    seen.forEach((one, i) => {
      for (const other of seen.slice(i + 1)) {
        if (
          one.element === other.element ||
          one.element.contains(other.element) ||
          other.element.contains(one.element)
        )
          continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 2 && high > 4)
          faults.push(`on one place: ${nameOf(one.element)} and ${nameOf(other.element)}`);
      }
    });
    return [...new Set(faults)];
  });
}
