import { mount } from 'svelte';
import SupportPage from './SupportPage.svelte';

mount(SupportPage, { target: document.querySelector('#app')! });
