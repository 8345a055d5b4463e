import { createApp } from 'vue';
import SupportPage from './SupportPage.vue';

createApp(SupportPage).mount('#app');
