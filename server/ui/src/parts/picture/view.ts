/** How much of a picture one sees: zoom and scroll of its viewport. The viewport is an ordinary scrolling box, so that wheel, touch and scroll bars work as everywhere. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { Point } from '../../lib/types';
import type { Rect } from './geometry';

export const LEAST = 0.04;
export const MOST = 4;

/** Below this, labels cannot be read: a picture that would need it begins at its beginning instead of whole. */
export const READABLE = 0.7;

/** The zoom at which everything is seen, never larger than it is. */
export function whole(width: number, height: number, wide: number, high: number): number {
  return Math.max(LEAST, Math.min(1, wide / Math.max(1, width), high / Math.max(1, height)));
}

/** The zoom with which a picture begins: whole if it can be read then, else as wide as the viewport, else as small as can be read. */
export function firstZoom(width: number, height: number, wide: number, high: number): number {
  const all = whole(width, height, wide, high);
  return all >= READABLE ? all : Math.min(1, Math.max(READABLE, wide / Math.max(1, width)));
}

export interface View {
  zoom: number;
  zoomTo: (zoom: number, around?: Point) => void;
  zoomBy: (factor: number, around?: Point) => void;
  fit: () => void;
  /** Scrolls a part of the picture into sight. */
  show: (rect: Rect, centre?: boolean) => void;
  /** Whether the last press was a drag and not a click. */
  dragged: () => boolean;
}

/** Zoom, drag, pinch and fit of a viewport whose picture has a size; `begin` says what is seen first if not all is. */
export function useView(viewport: RefObject<HTMLDivElement | null>, size: { width: number; height: number } | null, begin: () => Rect | null): View {
  const [zoom, setZoom] = useState(1);
  const state = useRef({ zoom: 1, chosen: false, moved: false, target: null as { x: number; y: number; px: number; py: number } | null });
  const set = (value: number, around?: Point) => {
    const box = viewport.current;
    const next = Math.min(MOST, Math.max(LEAST, value));
    if (!box || next === state.current.zoom) {
      return;
    }
    // The point of the picture under the pointer stays there.
    const svg = box.querySelector('svg.stage')?.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    const px = around ? around.x - frame.left : box.clientWidth / 2;
    const py = around ? around.y - frame.top : box.clientHeight / 2;
    if (svg) {
      state.current.target = { x: (frame.left + px - svg.left) / state.current.zoom, y: (frame.top + py - svg.top) / state.current.zoom, px, py };
    }
    state.current.zoom = next;
    setZoom(next);
  };
  useLayoutEffect(() => {
    const box = viewport.current;
    const target = state.current.target;
    if (box && target) {
      state.current.target = null;
      const svg = box.querySelector('svg.stage')!.getBoundingClientRect();
      const frame = box.getBoundingClientRect();
      box.scrollLeft += svg.left + target.x * zoom - frame.left - target.px;
      box.scrollTop += svg.top + target.y * zoom - frame.top - target.py;
    }
  }, [zoom]);

  const show = (rect: Rect, centre = false) => {
    const box = viewport.current;
    const svg = box?.querySelector('svg.stage')?.getBoundingClientRect();
    if (!box || !svg) {
      return;
    }
    const frame = box.getBoundingClientRect();
    const k = state.current.zoom;
    const left = svg.left - frame.left + box.scrollLeft + rect.x * k;
    const top = svg.top - frame.top + box.scrollTop + rect.y * k;
    const right = left + rect.width * k;
    const bottom = top + rect.height * k;
    if (centre) {
      box.scrollLeft = (left + right - box.clientWidth) / 2;
      box.scrollTop = (top + bottom - box.clientHeight) / 2;
      return;
    }
    const space = 24;
    if (left - space < box.scrollLeft) {
      box.scrollLeft = left - space;
    } else if (right + space > box.scrollLeft + box.clientWidth) {
      box.scrollLeft = right + space - box.clientWidth;
    }
    if (top - space < box.scrollTop) {
      box.scrollTop = top - space;
    } else if (bottom + space > box.scrollTop + box.clientHeight) {
      box.scrollTop = bottom + space - box.clientHeight;
    }
  };

  // The first view, again when the viewport changes its size, until the reader chooses another one.
  const first = () => {
    const box = viewport.current;
    if (box && size && size.width > 0 && !state.current.chosen && box.clientWidth > 0) {
      const next = firstZoom(size.width, size.height, box.clientWidth, box.clientHeight);
      state.current.zoom = next;
      setZoom(next);
      return true;
    }
    return false;
  };
  useLayoutEffect(() => void first(), [size?.width, size?.height]);
  useLayoutEffect(() => {
    const rect = begin();
    if (size && rect && !state.current.chosen) {
      show(rect, true);
    }
  }, [zoom, size?.width, size?.height]);
  useEffect(() => {
    const box = viewport.current;
    if (!box) {
      return;
    }
    const observer = new ResizeObserver(() => first());
    observer.observe(box);
    return () => observer.disconnect();
  }, [size?.width, size?.height]);

  useEffect(() => {
    const box = viewport.current;
    if (!box) {
      return;
    }
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        state.current.chosen = true;
        set(state.current.zoom * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 150), { x: event.clientX, y: event.clientY });
      }
    };
    let pinch = 0;
    const spread = (event: TouchEvent) => Math.hypot(event.touches[0]!.clientX - event.touches[1]!.clientX, event.touches[0]!.clientY - event.touches[1]!.clientY);
    const touch = (event: TouchEvent) => {
      if (event.touches.length === 2) {
        event.preventDefault();
        const now = spread(event);
        if (event.type === 'touchmove' && pinch > 0) {
          state.current.chosen = true;
          set((state.current.zoom * now) / pinch, { x: (event.touches[0]!.clientX + event.touches[1]!.clientX) / 2, y: (event.touches[0]!.clientY + event.touches[1]!.clientY) / 2 });
        }
        pinch = now;
      } else {
        pinch = 0;
      }
    };
    let grip: { x: number; y: number; left: number; top: number } | null = null;
    const down = (event: PointerEvent) => {
      state.current.moved = false;
      if (event.pointerType === 'mouse' && (event.button === 0 || event.button === 1) && event.target !== box) {
        grip = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
      } else if (event.pointerType === 'mouse' && event.button === 0 && event.offsetX < box.clientWidth && event.offsetY < box.clientHeight) {
        grip = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
      }
    };
    const move = (event: PointerEvent) => {
      if (!grip) {
        return;
      }
      const dx = event.clientX - grip.x;
      const dy = event.clientY - grip.y;
      if (!state.current.moved && Math.hypot(dx, dy) > 4) {
        state.current.moved = true;
        box.setPointerCapture(event.pointerId);
        box.dataset['dragging'] = 'true';
      }
      if (state.current.moved) {
        box.scrollLeft = grip.left - dx;
        box.scrollTop = grip.top - dy;
      }
    };
    const up = () => {
      grip = null;
      delete box.dataset['dragging'];
    };
    box.addEventListener('wheel', wheel, { passive: false });
    box.addEventListener('touchstart', touch, { passive: false });
    box.addEventListener('touchmove', touch, { passive: false });
    box.addEventListener('pointerdown', down);
    box.addEventListener('pointermove', move);
    box.addEventListener('pointerup', up);
    box.addEventListener('pointercancel', up);
    return () => {
      box.removeEventListener('wheel', wheel);
      box.removeEventListener('touchstart', touch);
      box.removeEventListener('touchmove', touch);
      box.removeEventListener('pointerdown', down);
      box.removeEventListener('pointermove', move);
      box.removeEventListener('pointerup', up);
      box.removeEventListener('pointercancel', up);
    };
  }, []);

  return {
    zoom,
    zoomTo: (value, around) => {
      state.current.chosen = true;
      set(value, around);
    },
    zoomBy: (factor, around) => {
      state.current.chosen = true;
      set(state.current.zoom * factor, around);
    },
    fit: () => {
      const box = viewport.current;
      if (box && size) {
        state.current.chosen = true;
        set(whole(size.width, size.height, box.clientWidth, box.clientHeight));
      }
    },
    show,
    dragged: () => state.current.moved,
  };
}
