import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { speech } from './lib/i18n.svelte';
import { look } from './lib/theme.svelte';

look.show();
document.documentElement.lang = speech.language;
mount(App, { target: document.getElementById('app')! });
