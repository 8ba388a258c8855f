/** Deploys a text: what is proved of it first, then one click; an unsound one only if somebody insists. */
import { useMemo, useState } from 'preact/hooks';
import { to } from '../../lib/router';
import { Dialog, Field, Problem, State } from '../../parts/basics';
import { KIND_NAMES, sentence } from '../../parts/editor/text';
import { Findings, Places, verdictInWords } from '../../parts/verdict';
import { Deployment } from './deployment';

/** What is proved of a text, and what came of deploying it. */
export function DeploymentState({ of, goTo }: { of: Deployment; goTo?: (line: number, column: number) => void }) {
  const checked = of.checked.value;
  const proof = checked?.proof;
  const deployed = of.deployed.value;
  const verification = of.verification.value;
  if (deployed) {
    return (
      <div class="column" role="status">
        <p class="row">
          <State of="deployed" tone="done" />
          <span>
            <a href={to.process(deployed.process)}>{deployed.process}</a>, version {deployed.version}
            {of.before.value === deployed.version && ': the same text was deployed before'}
          </span>
        </p>
        {deployed.earlier > 0 && (
          <p>
            {deployed.earlier}
            {deployed.earlier === 100 ? ' or more' : ''} cases go on with earlier versions. <a href={to.cases({ process: deployed.process, state: 'running' })}>Migrate them</a> if they should follow.
          </p>
        )}
      </div>
    );
  }
  if (of.problem.value) {
    return <Problem of={of.problem.value} again={() => void of.prove()} />;
  }
  if (verification) {
    return (
      <div class="column" style="gap: 6px">
        <p class="row">
          <State of={verification.verdict} /> <span>{verdictInWords(verification)}</span>
        </p>
        {verification.problems.map((each, i) => (
          <p key={i}>{each.message}</p>
        ))}
        <p class="soft">A Petri net of another tool is proved here. It cannot be deployed: it does not say who does the work.</p>
      </div>
    );
  }
  if (!checked) {
    return <p class="soft">Proving …</p>;
  }
  if (checked.problem) {
    return checked.places.length > 0 ? (
      <div class="column" style="gap: 6px">
        <p>The text cannot be deployed:</p>
        <Places of={checked.places} {...(goTo ? { goTo: (place) => goTo(place.line, place.column) } : {})} />
      </div>
    ) : (
      <Problem of={checked.problem} />
    );
  }
  const before = of.before.value ?? 0;
  return (
    <div class="column" style="gap: 6px">
      <p class="row">
        {proof!.deployable ? <State of="proved" tone="done" /> : <State of="unsound" />}
        <span>
          {before === 0 ? `A new process, '${proof!.process}'` : `Version ${before + 1} of '${proof!.process}', unless the text is that of version ${before}`} · {KIND_NAMES[of.kind]}
        </span>
      </p>
      {proof!.objection && (
        <div class="problem">
          <p>
            {sentence(proof!.objection.detail, proof!.objection.code)} <code>{proof!.objection.code}</code>
          </p>
          <label class="row" style="margin-top: 6px">
            <input type="checkbox" checked={of.insists.value} onChange={(event) => (of.insists.value = event.currentTarget.checked)} /> Deploy it although it is unsound: cases can get stuck
          </label>
        </div>
      )}
      {proof!.findings.length > 0 && <Findings of={proof!.findings} {...(goTo ? { goTo: (line) => goTo(line, 0) } : {})} />}
      {proof!.deployable && proof!.findings.length === 0 && <p class="soft">Nothing was found that speaks against it.</p>}
    </div>
  );
}

/** The dialog of one text. */
export function Deploy({ file, text, rules, close, goTo, done }: { file: string; text: string; rules: string; close: () => void; goTo: (line: number, column: number) => void; done: (process: string, version: number) => void }) {
  const deployment = useMemo(() => new Deployment(file, text, rules), []);
  const [reason, setReason] = useState('');
  const deployed = deployment.deployed.value;
  const proof = deployment.checked.value?.proof;
  const act = async (event: Event) => {
    event.preventDefault();
    await deployment.deploy(reason);
    const result = deployment.deployed.value;
    if (result) {
      done(result.process, result.version);
    }
  };
  const leave = (line: number, column: number) => {
    close();
    goTo(line, column);
  };
  return (
    <Dialog title={deployed ? 'Deployed' : `Deploy ${file}`} close={close}>
      <DeploymentState of={deployment} goTo={leave} />
      {deployed ? (
        <div class="row">
          <a class="button primary" href={to.process(deployed.process, deployed.version)}>
            Open the process
          </a>
          <a class="button" href={`${to.process(deployed.process)}?start=true`}>
            Start a case
          </a>
          <button type="button" onClick={close}>
            Go on writing
          </button>
        </div>
      ) : (
        proof && (
          <form class="column" onSubmit={act}>
            <Field label="Reason (may be empty)" hint="The history keeps it with the deployment.">
              {(id, described) => <input id={id} {...described} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
            </Field>
            <div class="row">
              <button type="submit" class={proof.deployable ? 'primary' : 'danger'} disabled={!deployment.ready}>
                {deployment.busy.value ? 'Deploying …' : proof.deployable ? 'Deploy' : 'Deploy although it is unsound'}
              </button>
              <button type="button" onClick={close}>
                Leave it
              </button>
            </div>
          </form>
        )
      )}
    </Dialog>
  );
}
