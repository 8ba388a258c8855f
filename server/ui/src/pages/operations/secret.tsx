/** A secret that is shown once, with a button that copies it. */
import { useState } from 'preact/hooks';
import { copyText } from '../../lib/clipboard';

export function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="column" style="gap: 8px">
      <p>This secret is shown now and never again:</p>
      <div class="row">
        <code data-secret style="padding: 8px; border: 1px solid var(--line-2); border-radius: 4px; overflow-wrap: anywhere">
          {secret}
        </code>
        <button type="button" onClick={() => void copyText(secret).then(setCopied)}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </div>
  );
}
