/** The text of a process in an editor: colours, completion, what is wrong at its place. */
import './editor.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { TextEditor } from './codemirror';
import type { Kind, Place } from './text';

interface Props {
  /** The text to begin with; one that can only be read follows it. */
  text: string;
  kind: Kind;
  label: string;
  places?: Place[];
  change?: (text: string) => void;
  /** The word at the cursor, when it moves. */
  moved?: (word: string) => void;
  keys?: Record<string, () => void>;
  hint?: string;
  /** As in CSS; as high as the text if absent. */
  height?: string;
  /** Gives the editor to whoever moves its cursor or changes its text. */
  own?: (editor: TextEditor | null) => void;
}

export function Editor(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | null>(null);
  const current = useRef(props);
  current.current = props;
  const id = useId();
  const [failed, setFailed] = useState(false);
  const readOnly = props.change === undefined;
  useEffect(() => {
    let ended = false;
    import('./codemirror')
      .then(({ TextEditor: Made }) => {
        if (ended) {
          return;
        }
        const now = current.current;
        editor.current = new Made({
          parent: box.current!,
          text: now.text,
          kind: now.kind,
          label: now.label,
          describedBy: id,
          readOnly,
          changed: (text) => current.current.change?.(text),
          moved: (word) => current.current.moved?.(word),
          keys: Object.fromEntries(Object.keys(now.keys ?? {}).map((key) => [key, () => current.current.keys?.[key]?.()])),
          hint: now.hint ?? '',
        });
        editor.current.setPlaces(now.places ?? []);
        now.own?.(editor.current);
      })
      .catch(() => setFailed(true));
    return () => {
      ended = true;
      current.current.own?.(null);
      editor.current?.end();
      editor.current = null;
    };
  }, []);
  // While somebody types, the text is the editor's own: what the page knows of it may be a letter behind. Others change it through `own`.
  useEffect(() => {
    if (readOnly) {
      editor.current?.setText(props.text);
    }
  }, [props.text]);
  useEffect(() => editor.current?.setKind(props.kind), [props.kind]);
  useEffect(() => editor.current?.setPlaces(props.places ?? []), [props.places]);
  return (
    <div class="text-editor" style={props.height ? { height: props.height } : undefined}>
      <div ref={box} class="inside-editor">
        {failed && <pre>{props.text}</pre>}
      </div>
      <p id={id} class="leave soft small">
        {readOnly ? 'Tab leaves the text.' : 'To leave the editor with the keyboard, press Escape and then Tab.'}
      </p>
    </div>
  );
}
