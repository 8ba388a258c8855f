/** What stands in each other's way in a drawing: lines through texts, texts on texts, lines through symbols. For tests, not part of the release. */

interface Place {
  what: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Every overlap that is seen, in words. */
export function overlaps(svg: SVGSVGElement): string[] {
  const found: string[] = [];
  svg.querySelectorAll('[data-sheet]').forEach((sheet) => {
    const box = (element: SVGGraphicsElement, what: string, less: number): Place => {
      const at = element.getBBox();
      return { what, left: at.x + less, top: at.y + less, right: at.x + at.width - less, bottom: at.y + at.height - less };
    };
    const texts = [...sheet.querySelectorAll<SVGTextElement>('.node:not(.box) .label, .node:not(.box) .who, .guard')].map((text) => box(text, text.textContent ?? '', 1.5));
    const symbols = [...sheet.querySelectorAll<SVGGElement>('.node')].map((node) => {
      const shapes = [...node.querySelectorAll<SVGGraphicsElement>('.shape')].map((shape) => box(shape, node.getAttribute('data-node') ?? '', 2));
      return shapes.reduce((a, c) => ({ what: a.what, left: Math.min(a.left, c.left), top: Math.min(a.top, c.top), right: Math.max(a.right, c.right), bottom: Math.max(a.bottom, c.bottom) }));
    });
    sheet.querySelectorAll<SVGPathElement>('.edge .flow').forEach((flow) => {
      const length = flow.getTotalLength();
      const { from = '', to = '' } = (flow.parentElement as unknown as SVGGElement).dataset;
      const others = symbols.filter((symbol) => symbol.what !== from && symbol.what !== to);
      const struck = new Set<string>();
      for (let at = 0; at <= length; at += 2) {
        const point = flow.getPointAtLength(at);
        for (const place of [...texts, ...others]) {
          if (point.x > place.left && point.x < place.right && point.y > place.top && point.y < place.bottom) {
            struck.add(place.what);
          }
        }
      }
      struck.forEach((what) => found.push(`the line from '${from}' to '${to}' runs through '${what}'`));
    });
    sheet.querySelectorAll<SVGGraphicsElement>('.letters circle.plate').forEach((plate) => {
      const at = box(plate, '', 2);
      texts
        .filter((text) => text.left < at.right && at.left < text.right && text.top < at.bottom && at.top < text.bottom)
        .forEach((text) => found.push(`a letter of a region lies on '${text.what}'`));
    });
    const all = [...texts, ...symbols];
    for (let i = 0; i < all.length; i++) {
      for (let j = i + 1; j < all.length; j++) {
        const one = all[i]!;
        const other = all[j]!;
        if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom) {
          found.push(`'${one.what}' lies on '${other.what}'`);
        }
      }
    }
  });
  return found;
}
