/** Pictures as files and on paper: with all their styles, in light colours, without anything of the page. */
import { save } from '../basics';

const COPIED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'fill-opacity', 'stroke-opacity', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'];

/** What is on the screen for the moment only. */
const PASSING = '.chosen, .target, .active, [data-moving]';

/** A copy of a drawing that needs nothing else: every style is an attribute, colours are those of the light theme. */
export function standalone(svg: SVGSVGElement, title: string): SVGSVGElement {
  const root = document.documentElement;
  const theme = root.dataset['theme'];
  const copy = svg.cloneNode(true) as SVGSVGElement;
  root.dataset['theme'] = 'light';
  try {
    const from = [...svg.querySelectorAll('*')];
    const to = [...copy.querySelectorAll('*')];
    const paper = getComputedStyle(svg).getPropertyValue('--paper').trim() || '#ffffff';
    from.forEach((element, i) => {
      const target = to[i]!;
      target.removeAttribute('style');
      if (!(element instanceof SVGGraphicsElement)) {
        return;
      }
      const style = getComputedStyle(element);
      const drawn = !(element instanceof SVGGElement);
      for (const name of COPIED) {
        const value = style.getPropertyValue(name);
        if (value !== '' && (drawn || name === 'opacity') && !(value === 'none' && (name === 'stroke-dasharray' || name === 'stroke')) && !(name.startsWith('font') && element.tagName !== 'text') && !(name === 'text-anchor' && element.tagName !== 'text') && value !== 'normal') {
          target.setAttribute(name, value);
        }
      }
    });
    copy.querySelectorAll(PASSING).forEach((each) => each.remove());
    copy.querySelectorAll('title').forEach((each) => each.textContent === '' && each.remove());
    copy.querySelectorAll('*').forEach((each) => {
      each.removeAttribute('class');
    });
    const [, , width, height] = svg.getAttribute('viewBox')!.split(' ').map(Number);
    const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    for (const [name, value] of Object.entries({ x: '0', y: '0', width: String(width), height: String(height), fill: paper })) {
      sheet.setAttribute(name, value);
    }
    const named = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    named.textContent = title;
    copy.prepend(named, sheet);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
    for (const name of ['class', 'style', 'aria-hidden', 'focusable']) {
      copy.removeAttribute(name);
    }
  } finally {
    if (theme === undefined) {
      delete root.dataset['theme'];
    } else {
      root.dataset['theme'] = theme;
    }
  }
  return copy;
}

/** Saves a drawing as SVG. */
export function saveSvg(svg: SVGSVGElement, name: string, title: string): void {
  save(`${name}.svg`, 'image/svg+xml', `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(standalone(svg, title))}`);
}

/** Saves a drawing as PNG, twice as large as on the screen at 100 %. It is painted here: an image of our own would need a weaker content policy. */
export async function savePng(svg: SVGSVGElement, name: string, title: string): Promise<void> {
  const copy = standalone(svg, title);
  const width = Number(copy.getAttribute('width'));
  const height = Number(copy.getAttribute('height'));
  const scale = Math.min(2, 16_000 / Math.max(width, height), Math.sqrt(120_000_000 / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  paint(copy, context);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${name}.png`;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

const number = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0);

/** Paints the few elements that our drawings are made of. */
function paint(element: Element, context: CanvasRenderingContext2D): void {
  context.save();
  const opacity = element.getAttribute('opacity');
  context.globalAlpha *= opacity === null ? 1 : Number(opacity);
  for (const [, kind, values] of (element.getAttribute('transform') ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0] = values!.split(/[ ,]+/).map(Number);
    if (kind === 'translate') {
      context.translate(a, b);
    } else if (kind === 'scale') {
      context.scale(a, b === 0 ? a : b);
    }
  }
  if (element.tagName === 'g' || element.tagName === 'svg') {
    for (const child of element.children) {
      paint(child, context);
    }
  } else if (element.tagName === 'text') {
    context.font = `${element.getAttribute('font-weight') ?? '400'} ${element.getAttribute('font-size')} ${element.getAttribute('font-family')}`;
    context.textAlign = element.getAttribute('text-anchor') === 'middle' ? 'center' : 'left';
    context.lineJoin = 'round';
    stroke(element, context, () => context.strokeText(element.textContent ?? '', number(element, 'x'), number(element, 'y')));
    fill(element, context, () => context.fillText(element.textContent ?? '', number(element, 'x'), number(element, 'y')));
  } else {
    const path = outlineOf(element);
    if (path) {
      fill(element, context, () => context.fill(path));
      stroke(element, context, () => context.stroke(path));
    }
  }
  context.restore();
}

function outlineOf(element: Element): Path2D | null {
  switch (element.tagName) {
    case 'path':
      return new Path2D(element.getAttribute('d') ?? '');
    case 'polygon':
      return new Path2D(`M${(element.getAttribute('points') ?? '').split(' ').join('L')}Z`);
    case 'circle': {
      const path = new Path2D();
      path.arc(number(element, 'cx'), number(element, 'cy'), number(element, 'r'), 0, 2 * Math.PI);
      return path;
    }
    case 'rect': {
      const path = new Path2D();
      path.roundRect(number(element, 'x'), number(element, 'y'), number(element, 'width'), number(element, 'height'), number(element, 'rx'));
      return path;
    }
    default:
      return null;
  }
}

function fill(element: Element, context: CanvasRenderingContext2D, act: () => void): void {
  const colour = element.getAttribute('fill');
  if (colour && colour !== 'none') {
    context.save();
    context.globalAlpha *= Number(element.getAttribute('fill-opacity') ?? 1);
    context.fillStyle = colour;
    act();
    context.restore();
  }
}

function stroke(element: Element, context: CanvasRenderingContext2D, act: () => void): void {
  const colour = element.getAttribute('stroke');
  if (colour && colour !== 'none') {
    context.save();
    context.globalAlpha *= Number(element.getAttribute('stroke-opacity') ?? 1);
    context.strokeStyle = colour;
    context.lineWidth = parseFloat(element.getAttribute('stroke-width') ?? '1');
    context.setLineDash((element.getAttribute('stroke-dasharray') ?? '').split(/[ ,]+/).map(parseFloat).filter((each) => each > 0));
    act();
    context.restore();
  }
}

/** Prints a drawing alone on its paper. */
export function printAlone(svg: SVGSVGElement, title: string): void {
  const copy = standalone(svg, title);
  const sheet = document.createElement('div');
  sheet.className = 'printed';
  sheet.append(copy);
  document.body.append(sheet);
  document.body.classList.add('printing');
  const done = () => {
    sheet.remove();
    document.body.classList.remove('printing');
  };
  window.addEventListener('afterprint', done, { once: true });
  window.print();
}
