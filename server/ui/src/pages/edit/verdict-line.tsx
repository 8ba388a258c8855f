/** The verdict on the text that is being written: one line, which opens into mistakes, findings and problems. */
import { useEffect, useState } from 'preact/hooks';
import type { Counterexample } from '../../lib/types';
import { Problem, State, type Tone } from '../../parts/basics';
import { sentence } from '../../parts/editor/text';
import { Findings, Places, Problems, Properties, rulesInWords, verdictInWords } from '../../parts/verdict';
import type { Answer } from './check';

/** The answer in a word and a sentence. */
export function summed(answer: Answer): { word: string; tone: Tone; sentence: string } {
  const { problem, places, proof, verification, report } = answer;
  const mistakes = places.filter((each) => each.severity === 'error');
  if (problem) {
    const first = mistakes[0];
    const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : '';
    return { word: 'not readable', tone: 'trouble', sentence: first ? `${first.file === 'rules' ? 'Rules, line' : 'Line'} ${first.line}: ${first.message}${more}` : sentence(problem.detail, problem.code) };
  }
  if (verification && verification.verdict !== 'sound') {
    return { word: verification.verdict, tone: verification.verdict === 'unknown' ? 'wait' : 'trouble', sentence: verification.problems[0]?.message ?? verdictInWords(verification) };
  }
  if (proof?.objection) {
    return { word: 'unsound', tone: 'trouble', sentence: sentence(proof.objection.detail, proof.objection.code) };
  }
  if (report) {
    const rules = rulesInWords(report);
    return verification && rules.tone === 'done' ? { word: 'sound', tone: 'done', sentence: `${verdictInWords(verification)} ${rules.sentence}` } : rules;
  }
  if (verification) {
    return { word: 'sound', tone: 'done', sentence: verdictInWords(verification) };
  }
  return { word: 'checked', tone: 'done', sentence: 'Nothing was found that speaks against it.' };
}

interface Props {
  answer: Answer | undefined;
  busy: boolean;
  chosen: number;
  choose: (at: number) => void;
  goTo: (line: number, column: number, inRules?: boolean) => void;
  fix: (problem: Counterexample) => void;
}

export function VerdictLine({ answer, busy, chosen, choose, goTo, fix }: Props) {
  const [open, setOpen] = useState(false);
  const bad = answer !== undefined && (answer.problem !== undefined || answer.verification?.verdict === 'unsound' || answer.proof?.objection !== undefined);
  // What is wrong opens by itself; whoever closes it is left in peace until the next time.
  useEffect(() => {
    if (bad) {
      setOpen(true);
    }
  }, [bad]);
  if (!answer) {
    return <p class="soft">{busy ? 'Verifying …' : 'The verdict appears here as soon as there is a text.'}</p>;
  }
  const verdict = summed(answer);
  const findings = answer.proof?.findings ?? [];
  const warnings = answer.verification?.warnings.length ?? 0;
  return (
    <details class="verdict-line" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <State of={verdict.word} tone={verdict.tone} />
        <span role="status">{verdict.sentence}</span>
        <span class="soft" style="margin-left: auto">
          {busy ? 'verifying …' : findings.length + warnings > 0 ? `${findings.length + warnings} ${findings.length + warnings === 1 ? 'warning' : 'warnings'}` : ''}
        </span>
      </summary>
      <div class="inside">
        {answer.problem && (answer.places.length > 0 ? <Places of={answer.places} goTo={(place) => goTo(place.line, place.column, place.file === 'rules')} /> : <Problem of={answer.problem} />)}
        {answer.verification && (
          <>
            <Properties of={answer.verification.properties} />
            {(answer.verification.problems.length > 0 || warnings > 0) && <Problems of={answer.verification} chosen={chosen} choose={choose} fix={fix} fixWords="Apply this fix" />}
          </>
        )}
        {findings.length > 0 && !answer.verification?.warnings.length && <Findings of={findings} goTo={(line) => goTo(line, 0)} />}
        {!answer.problem && !answer.verification && findings.length === 0 && <p class="soft">{verdict.sentence}</p>}
      </div>
    </details>
  );
}
