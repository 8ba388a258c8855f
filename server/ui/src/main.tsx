import './styles/tokens.css';
import './styles/base.css';
import { render } from 'preact';
import { App } from './app';
import { followLinks } from './lib/router';
import { applyTheme } from './lib/theme';

applyTheme();
followLinks();
render(<App />, document.getElementById('app')!);
